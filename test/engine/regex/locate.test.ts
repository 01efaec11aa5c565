/** A search says from where on a match can begin: captures found from there are those found from the start of the text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '#compiler/seeded-random.ts';
import { captures, locate } from '#engine/regex/matcher.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { loadPattern } from './load-pattern.ts';

const random = seededRandom(7);
const letters = (length: number): string =>
  Array.from({ length }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');

/** Matches begin with what may be repeated, so that a match that has begun looks like one that has not. */
const patterns: readonly string[] = [
  '[a-z]*!',
  '[a-z]+!',
  '(?:[a-z][a-z])*!',
  '(?:[a-z]|;)*?!',
  '[a-z]{0,3000}!',
  '[a-z]{2,}(!)',
  '(?:|[a-z]+)!',
  '(?:[a-z]?){2}[a-z]*!',
  '([a-z])!',
  '\\b[a-z]+!',
  '(?m)^[a-z]*!',
  '^[a-z]*;.*!',
  ';[a-z]{1500,}!|!',
  '[^!]*!$',
];

test('captures from the position that a search returns', async (t) => {
  const texts = [700, 2000, 5000].flatMap((length) => [
    `${letters(length)}!`,
    `${letters(3000)};${letters(length)}!`,
    `${letters(length)};${letters(900)}!${letters(900)}`,
  ]);
  let later = 0;
  for (const pattern of patterns) {
    await t.test(rowTitle(pattern), () => {
      const matcher = loadPattern(pattern);
      for (const text of texts) {
        const from = locate(matcher, text);
        if (from > 0) later += 1;
        const expected = captures(matcher, text);
        assert.equal(from !== -1, expected !== undefined);
        if (from !== -1) assert.deepEqual(captures(matcher, text, from), expected);
      }
    });
  }
  assert.equal(patterns.length, 14);
  assert.ok(later > 5, 'some searches say that no match begins at the start');
});
