/** Repeats in long texts against a naive look, and what a text loses with their turns. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findRepeats, shortenRepeats } from '#engine/bytes/repeats.ts';

const turns = fc.constantFrom(
  'a',
  'b',
  'ab',
  'aab',
  '%09',
  'abcdefgh',
  'abcdefghijklmnop',
  'abcdefghijklmnopq',
);
/** Turn after turn, few and many; neighbours may be of the same turn. */
const texts = fc
  .array(fc.tuple(turns, fc.integer({ min: 1, max: 900 })), { maxLength: 8 })
  .map((parts) => parts.map(([turn, count]) => turn.repeat(count)).join(''));

/** Whether each byte from `start` to before `end` is the one `period` bytes further, as far as that goes. */
function repeats(text: string, start: number, end: number, period: number): boolean {
  for (let at = start; at + period < end; at += 1) if (text[at] !== text[at + period]) return false;
  return true;
}

test('finds repeats, one after the other, and every long one', () => {
  let found = 0;
  const property = (text: string) => {
    const ours = findRepeats(text);
    let from = 0;
    for (const { start, end, period } of ours) {
      assert.ok(start >= from && end <= text.length && end - start >= 256, `${start} to ${end}`);
      assert.ok(repeats(text, start, end, period), `${start} to ${end}, ${period}`);
      from = end;
    }
    found += ours.length;
    if (text.length < 2048) return;
    for (let at = 0; at + 512 <= text.length; at += 16) {
      const isRepeat = [1, 2, 3, 8, 16].some((period) => repeats(text, at, at + 512, period));
      const isFound = ours.some(({ start, end }) => start < at + 512 && at < end);
      assert.ok(!isRepeat || isFound, `missed at ${at}`);
    }
  };
  fc.assert(fc.property(texts, property), { seed: 20_26, numRuns: 300 });
  assert.ok(found > 300, `${found} repeats`);
});

test('a shorter text holds the same short strings, and no others', () => {
  let shortened = 0;
  const stringsOf = (text: string, length: number) =>
    new Set(
      Array.from({ length: text.length - length + 1 }, (_, at) => text.slice(at, at + length)),
    );
  const property = (text: string, length: number) => {
    const shorter = shortenRepeats(text, length);
    if (shorter === text) return;
    shortened += 1;
    for (const each of [1, Math.ceil(length / 2), length]) {
      assert.deepEqual(stringsOf(shorter, each), stringsOf(text, each));
    }
  };
  fc.assert(fc.property(texts, fc.constantFrom(1, 2, 7, 128, 200), property), {
    seed: 20_26,
    numRuns: 300,
  });
  assert.ok(shortened > 100, `${shortened} texts became shorter`);
});
