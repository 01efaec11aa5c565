/** Which expressions match whole values only; what they capture then is the value. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesWholeValues } from '#compiler/regex/whole-values.ts';
import { capturedTexts } from '#engine/collections/captures.ts';
import { rxCaptures, rxWholeCaptures } from '#engine/operators/rx.ts';
import { decodeAutomaton } from '#engine/regex/automaton-code.ts';
import { loadPattern } from '../../engine/regex/load-pattern.ts';
import { rowTitle } from '../../helpers/row-title.ts';

const patterns: readonly (readonly [pattern: string, whole: boolean])[] = [
  ['^(?:GET|HEAD)$', true],
  ['^.*$', true],
  ['^$', true],
  ['\\Aa+\\z', true],
  ['(?:^(?:a|b)c?$)', true],
  ['(?<!(?s:.))a(?!(?s:.))', true],
  ['^a', false],
  ['a$', false],
  ['a', false],
  ['', false],
  ['^a|b$', false],
  ['^(?:a$|b)', false],
  ['(?:^a)?b$', false],
  ['^(a)$', false],
  ['(?m)^a$', false],
  ['^a\\Z', false],
  ['^a(?=b)$', true],
  ['^(?=ab)a$', false],
  ['\\ba\\b', false],
  ['(?<![a-z])a(?![a-z])', false],
];
const values = ['', 'a', 'b', 'aa', 'ab', 'GET', 'HEAD ', 'a\n', '\na', 'b\na', 'ac', 'bc', 'b c'];

test('expressions that match whole values only', async (t) => {
  let compared = 0;
  for (const [pattern, whole] of patterns) {
    await t.test(rowTitle(pattern), () => {
      const matcher = loadPattern(pattern);
      assert.equal(matchesWholeValues(decodeAutomaton(matcher.code)), whole);
      for (const value of values) {
        const captures = rxCaptures(value, matcher);
        const texts = captures && capturedTexts(captures);
        if (whole) assert.deepEqual(rxWholeCaptures(value, matcher), texts, value);
        compared += 1;
      }
    });
  }
  assert.equal(compared, patterns.length * values.length);
});
