import assert from 'node:assert/strict';
import { test } from 'node:test';
import { change } from '#compiler/cli/commands/report/page/text.ts';

const rows: readonly (readonly [now: number, before: number, text: string])[] = [
  [0, 0, ''],
  [3, 0, 'new'],
  [0, 3, 'gone'],
  [3, 3, '0 %'],
  [3, 2, '+50 %'],
  [2, 4, '−50 %'],
  [5000, 1, '+499,900 %'],
  [999, 1000, '0 %'],
];

test('the change of a rate between two periods', () => {
  for (const [now, before, text] of rows) assert.equal(change(now, before), text, text);
  assert.equal(rows.length, 8);
});
