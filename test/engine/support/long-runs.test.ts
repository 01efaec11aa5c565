/** Runs of one byte against a naive search, and what a text loses with them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { longRuns, shortenRuns } from '../../../runtime/engine/support/long-runs.ts';

const RUNS = { seed: 20_26, numRuns: 500 };
/** Every run of so many bytes is found. */
const CERTAIN = 256;

/** Runs of two bytes, long and short, one behind the other: neighbours may be of the same byte. */
const texts = fc
  .array(fc.tuple(fc.constantFrom('a', 'b'), fc.integer({ min: 1, max: 900 })), { maxLength: 12 })
  .map((runs) => runs.map(([byte, length]) => byte.repeat(length)).join(''));

test('finds runs whole, and every long one', () => {
  let found = 0;
  const property = (text: string) => {
    const all = [...text.matchAll(/a+|b+/g)].map((run) => [run.index, run.index + run[0].length]);
    const ours = longRuns(text);
    const pairs = Array.from({ length: ours.length / 2 }, (_, run) =>
      ours.slice(2 * run, 2 * run + 2),
    );
    for (const pair of pairs)
      assert.ok(
        all.some((run) => String(run) === String(pair)),
        `${pair}`,
      );
    const certain = all.filter(([start = 0, end = 0]) => end - start >= CERTAIN);
    if (text.length >= 1024) {
      for (const run of certain)
        assert.ok(
          pairs.some((pair) => String(pair) === String(run)),
          `${run}`,
        );
    }
    found += pairs.length;
  };
  fc.assert(fc.property(texts, property), RUNS);
  assert.ok(found > 500, `${found} runs`);
});

test('a text with shorter runs holds the same short strings', () => {
  const length = 130;
  let shortened = 0;
  const stringsOf = (text: string) =>
    new Set(
      Array.from({ length: text.length }, (_, at) => text.slice(at, at + length)).filter(
        (each) => each.length === length,
      ),
    );
  const property = (text: string) => {
    const shorter = shortenRuns(text, length);
    assert.deepEqual(stringsOf(shorter), stringsOf(text));
    if (shorter !== text) shortened += 1;
  };
  fc.assert(fc.property(texts, property), { ...RUNS, numRuns: 100 });
  assert.ok(shortened > 50, `${shortened} texts became shorter`);
});
