/** The public vectors of @rx and @rxGlobal with their captures. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REGEX_OPERATORS, runRegexVectors } from './regex-vectors.ts';
import { readVectors } from './vectors.ts';

test('public vectors of regular expressions', async (t) => {
  const vectors = readVectors();
  if (vectors === undefined) return t.skip('no SHARED_DATA: the public vectors are not here');
  const chosen = vectors.filter(({ name }) => REGEX_OPERATORS.has(name));
  const results = await runRegexVectors(chosen);
  let captured = 0;
  for (const { vector, matches, captures } of results) {
    const shown = JSON.stringify(vector);
    assert.equal(matches, vector.matches, shown);
    if (vector.captures === undefined) continue;
    captured += 1;
    const last = vector.captures.findLastIndex((text) => text !== '');
    assert.deepEqual(captures, vector.captures.slice(0, last + 1), shown);
  }
  assert.ok(results.length >= 30 && captured >= 15);
  t.diagnostic(`${results.length} vectors, ${captured} with captures`);
});
