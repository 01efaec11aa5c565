/** @pm: what is found, and what is captured. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pm, pmCaptures } from '#engine/operators/index.ts';
import { loadPhrases } from '#engine/operators/phrase-match.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const CASES = [
  { phrases: ['abc'], value: 'xxABCxx', captures: ['ABC'] },
  { phrases: ['ABC'], value: 'xxabcxx', captures: ['abc'] },
  { phrases: ['abc'], value: 'ab', captures: undefined },
  { phrases: ['a', 'ab', 'abc'], value: 'abcab', captures: ['abc', 'ab'] },
  { phrases: ['bc', 'abcd'], value: 'abcx abcd', captures: ['bc', 'abcd'] },
  { phrases: ['bcd', 'abc'], value: 'abcd', captures: ['abc'] },
  { phrases: ['a', 'aaaab'], value: 'aaaac', captures: ['a', 'a', 'a', 'a'] },
  { phrases: ['a b'], value: 'a  b', captures: undefined },
  { phrases: ['[', '{'], value: 'x{', captures: ['{'] },
  { phrases: ['\xe9'], value: 'caf\xc9', captures: undefined },
  { phrases: ['\xe2\x80\x8b'], value: 'a\xe2\x80\x8bb', captures: ['\xe2\x80\x8b'] },
  { phrases: ['', 'x'], value: 'abc', captures: undefined },
  { phrases: [], value: 'abc', captures: undefined },
  { phrases: ['a'], value: '', captures: undefined },
  { phrases: ['x'], value: 'x'.repeat(12), captures: Array(10).fill('x') },
];

test('phrases are found and captured', async (t) => {
  for (const { phrases, value, captures } of CASES) {
    await t.test(rowTitle(phrases), () => {
      const automaton = loadPhrases(phrases);
      assert.deepEqual(pmCaptures(value, automaton), captures, `${phrases} in ${value}`);
      assert.equal(pm(value, automaton), captures !== undefined, `${phrases} in ${value}`);
    });
  }
  assert.equal(CASES.length, 15);
});
