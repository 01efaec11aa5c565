/** Literals that begin in a prefix and end in the rest, against a naive search of the whole text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createDivisions, findAcross } from '#engine/prefilter/literals-across.ts';

/** Few letters, so that literals overlap and lie across the end of the prefix. */
const units = ['a', 'b', '.', '/', '\xe1'];
const literalLists = fc.uniqueArray(
  fc.string({ unit: fc.constantFrom(...units), minLength: 2, maxLength: 6 }),
  { minLength: 1, maxLength: 12 },
);
const text = fc.string({ unit: fc.constantFrom(...units, 'A', 'B', '\xc1'), maxLength: 8 });

const fold = (value: string) => value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

test('finds the literals across the end of a prefix that a naive search finds', () => {
  let found = 0;
  const property = (
    literals: readonly string[],
    pairs: readonly (readonly [prefix: string, rest: string])[],
  ) => {
    const divisions = createDivisions(literals);
    for (const [prefix, rest] of pairs) {
      const seen = new Set<number>();
      findAcross(divisions, prefix, rest, (literal) => seen.add(literal));
      const whole = fold(prefix + rest);
      const naive = literals.flatMap((literal, index) => {
        const first = Math.max(0, prefix.length - literal.length + 1);
        const isAcross = whole.slice(first, prefix.length + literal.length - 1).includes(literal);
        return isAcross ? [index] : [];
      });
      assert.deepEqual(
        [...seen].toSorted((a, b) => a - b),
        naive,
        `${prefix} ${rest}`,
      );
      found += naive.length;
    }
  };
  fc.assert(
    fc.property(
      literalLists,
      fc.array(
        fc.tuple(
          text,
          text.filter((rest) => rest !== ''),
        ),
        { maxLength: 5 },
      ),
      property,
    ),
    { seed: 20_26, numRuns: 3000 },
  );
  assert.ok(found > 200, `${found}`);
});
