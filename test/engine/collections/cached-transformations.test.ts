/** Results of transformations that are cached with a text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cachedTransformation,
  cacheTransformation,
  createText,
  takeTransformations,
} from '#engine/collections/entry.ts';

test('each step has its own result, whichever was read last, and none after they are taken', () => {
  const text = createText('A');
  const results = ['b', 'c', 'd'].map((value) => createText(value));
  for (const [stepId, result] of results.entries()) cacheTransformation(text, stepId, result);
  for (const stepId of [0, 0, 2, 1, 1, 0, 2]) {
    assert.equal(cachedTransformation(text, stepId), results[stepId]);
  }
  assert.equal(cachedTransformation(text, 3), undefined);
  const taken: number[] = [];
  for (let each = takeTransformations(text); each !== undefined; each = each.next)
    taken.push(each.stepId);
  assert.deepEqual(taken, [2, 1, 0]);
  for (const stepId of [0, 1, 2]) assert.equal(cachedTransformation(text, stepId), undefined);
  cacheTransformation(text, 2, text);
  assert.equal(cachedTransformation(text, 2), text);
});
