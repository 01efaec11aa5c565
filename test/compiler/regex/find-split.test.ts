/** Where expressions are split that long texts are searched for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileExact } from '#compiler/regex/compile-memoized.ts';
import { findSplit } from '#compiler/regex/find-split.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const rows: readonly (readonly [pattern: string, split: number, why: string])[] = [
  ['(?:[;|&]|\\w+=)\\s*(?:curl|wget)', 2, 'the rest is rare'],
  [
    '(?:[;|&]|\\w+=)\\s*(?:curl|wget)(?!xyz)',
    0,
    'an expression with look-around is searched for as a whole',
  ],
  [
    '(?:[;|&]|\\w+=)\\s*(?:curl|wget)(?!x)',
    2,
    'one byte after the match is no look-around of the automaton',
  ],
  ['curl[a-z]+', 0, 'matches begin at few positions'],
  ['[a-z]+[0-9]+', 0, 'no part is rare'],
];

test('the number of items before the rest is found', async (t) => {
  for (const [pattern, split, why] of rows) {
    await t.test(rowTitle(`${pattern}: ${why}`), () => {
      const compiled = compileExact(pattern);
      assert.ok(compiled.kind === 'Linear');
      assert.equal(findSplit(compiled.code), split);
    });
  }
  assert.equal(rows.length, 5);
});
