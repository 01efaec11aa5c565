import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meanDoubling } from '#compiler/cli/commands/bench/worst/measure-expressions.ts';

test('the doubling of something linear is 2', () => {
  let sum = 0;
  const ratio = meanDoubling((size) => () => {
    for (let step = 0; step < size * 20; step += 1) sum = (sum + step) % 1000;
  });
  assert.ok(ratio > 1.7 && ratio < 2.3, String(ratio));
});
