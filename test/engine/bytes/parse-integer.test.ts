/** How rules read numbers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseInteger } from '#engine/bytes/parse-integer.ts';

const CASES = [
  ['0', 0],
  ['42', 42],
  ['+42', 42],
  ['-42', -42],
  ['007', 7],
  ['-0', 0],
  ['', 0],
  ['-', 0],
  ['+', 0],
  ['+-1', 0],
  ['12abc', 0],
  [' 12', 0],
  ['12 ', 0],
  ['1.5', 0],
  ['1e3', 0],
  ['1_000', 0],
  ['0x10', 0],
  ['\xb2', 0],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ['9223372036854775807', 2 ** 63],
  ['99999999999999999999', 2 ** 63],
  ['-99999999999999999999', -(2 ** 63)],
  ['9'.repeat(1_000), 2 ** 63],
  [`${'9'.repeat(1_000)}x`, 0],
] as const;

test('numbers as rules read them', () => {
  for (const [text, expected] of CASES) assert.equal(parseInteger(text), expected, text);
  assert.equal(CASES.length, 24);
});
