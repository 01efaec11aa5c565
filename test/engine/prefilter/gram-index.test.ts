/** The search by three bytes against a naive one: with the compiler's anchors, and with any others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chooseAnchors } from '#compiler/4-emit/choose-anchors.ts';
import {
  ANCHOR_ZERO,
  findLiterals,
  type GramIndex,
  indexGrams,
} from '#engine/prefilter/gram-index.ts';

const RUNS = { seed: 20_26, numRuns: 5_000 };

/** Few letters, so that literals overlap; both cases, bytes beyond ASCII, and the byte 0. */
const units = [...'abcdefgh/-', '\0', '\xe1'];
const literalLists = fc.uniqueArray(
  fc.string({ unit: fc.constantFrom(...units), minLength: 2, maxLength: 7 }),
  { minLength: 1, maxLength: 12 },
);
const noise = fc.string({ unit: fc.constantFrom(...units, 'A', 'B'), maxLength: 9 });
/** Noise, and which literal stands behind it. */
const pieces = fc.array(fc.tuple(noise, fc.nat()), { maxLength: 5 });

const fold = (value: string) => value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function indexOf(literals: readonly string[], ends: readonly number[]): GramIndex {
  const anchors = ends.map((end) => String.fromCharCode(ANCHOR_ZERO + end)).join('');
  return indexGrams(literals, anchors, [...new Set(literals.join(''))].sort().join(''));
}

test('finds the literals that a naive search finds, or gives up', () => {
  let found = 0;
  let givenUp = 0;
  const property = (
    literals: readonly string[],
    parts: readonly (readonly [string, number])[],
    ends: readonly number[],
  ) => {
    const value = parts.map(([text, pick]) => text + literals[pick % literals.length]).join('');
    const places: number[] = [];
    if (!findLiterals(indexOf(literals, ends), value, places)) {
      givenUp += 1;
      return;
    }
    const naive = literals.flatMap((each, place) => (fold(value).includes(each) ? [place] : []));
    assert.deepEqual(
      [...new Set(places)].sort((a, b) => a - b),
      naive,
    );
    found += naive.length;
  };
  fc.assert(
    fc.property(literalLists, pieces, (literals, parts) =>
      property(literals, parts, chooseAnchors(literals)),
    ),
    RUNS,
  );
  fc.assert(
    fc.property(literalLists, pieces, fc.nat(10), (literals, parts, shift) => {
      const ends = literals.map(({ length }) => (length === 2 ? 2 : 3 + (shift % (length - 2))));
      property(literals, parts, ends);
    }),
    RUNS,
  );
  assert.ok(found > 10_000, `${found} literals found`);
  assert.ok(givenUp < 5_000, `gave up ${givenUp} times`);
});

test('gives up on a text that is all literals, in time that its length bounds', () => {
  const index = indexOf(['aaa', 'aab', 'aac', 'aaaa'], [3, 3, 3, 3]);
  assert.equal(findLiterals(index, 'a'.repeat(1_000), []), false);
  assert.equal(findLiterals(index, 'a'.repeat(5), []), true);
});
