/** A long match that only logs quote need not be read to its end: its beginning is the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '#compiler/seeded-random.ts';
import { captures, find } from '#engine/regex/matcher.ts';
import { rowTitle } from '../../helpers/row-title.ts';
import { loadPattern } from './load-pattern.ts';

const MOST = 100;
const random = seededRandom(11);
const text = (length: number): string =>
  Array.from({ length }, () => 'abc();"$ x'.charAt(Math.floor(random() * 10))).join('');

const patterns: readonly string[] = [
  'a.*\\);',
  'a.*?\\);',
  '\\(.+\\);',
  '(?:\\(.+|[^;]*b[^;]*)\\)',
  // An older match that has not ended yet takes the place of a younger one.
  'a[^$]*x\\$|\\(.*b',
  'c[^"]*"|b.*',
  '[ab]{3,}|;',
  '(?m)^.*$',
  '\\b.*\\b',
];

test('a match cut at a length begins where the whole one does, and has its bytes', async (t) => {
  let cut = 0;
  for (const pattern of patterns) {
    await t.test(rowTitle(pattern), () => {
      const matcher = loadPattern(pattern);
      for (let turn = 0; turn < 60; turn += 1) {
        const value = text(20 + Math.floor(random() * 800));
        const whole = find(matcher, value, 0);
        const beginning = find(matcher, value, 0, MOST);
        assert.equal(beginning?.[0], whole?.[0]);
        if (whole === undefined || beginning === undefined) continue;
        const [length, least] = [whole[1] - whole[0], beginning[1] - beginning[0]];
        if (length < MOST) assert.equal(least, length);
        else assert.ok(least >= MOST && least <= length, `${least} of ${length}`);
        if (least < length) cut += 1;
      }
    });
  }
  assert.equal(patterns.length, 9);
  assert.ok(cut > 100, String(cut));
});

test('where a match ends decides what its groups are, so groups are read to the end', () => {
  const value = `a${'b);'.repeat(200)}c`;
  const matcher = loadPattern('a(.*)\\);');
  assert.deepEqual(captures(matcher, value, 0, MOST), captures(matcher, value));
});
