/** Targets that ctl removes while rules already run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createText, makeEntry } from '#engine/collections/entry.ts';
import { type TargetRemoval, TargetRemovals } from '#engine/transaction/target-removals.ts';

const removal = (key: string, first: number, last: number): TargetRemoval => ({
  rules: [[first, last]],
  exclusion: { variable: 'ARGS', pick: { kind: 'Key', key } },
});

test('a removal applies to its rules, also after their exclusions were read', () => {
  const removals = new TargetRemovals();
  const excludes = (rule: number): readonly boolean[] =>
    ['a', 'b'].map((key) => removals.has(rule, makeEntry('ARGS', key, createText('x'))));
  removals.add(removal('a', 1, 2));
  assert.deepEqual([1, 2, 3].map(excludes), [
    [true, false],
    [true, false],
    [false, false],
  ]);
  removals.add(removal('b', 2, 3));
  assert.deepEqual([1, 2, 3].map(excludes), [
    [true, false],
    [true, true],
    [false, true],
  ]);
});
