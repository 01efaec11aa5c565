/** A set of slots holds what its ranges hold. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RuleIndexSet } from '#engine/transaction/rule-index-set.ts';

test('the set holds what random ranges hold', () => {
  const slot = fc.nat(2000);
  const range = fc.tuple(slot, fc.nat(70)).map(([from, length]) => [from, from + length] as const);
  fc.assert(
    fc.property(
      fc.array(fc.array(range, { maxLength: 3 }), { maxLength: 4 }),
      fc.array(slot),
      (adds, asked) => {
        const set = new RuleIndexSet();
        for (const ranges of adds) set.add(ranges);
        const holds = (each: number): boolean =>
          adds.flat().some(([from, to]) => each >= from && each <= to);
        for (const each of [...asked, ...adds.flat(2), 0, 29, 30, 31])
          assert.equal(set.has(each), holds(each));
      },
    ),
    { seed: 1 },
  );
});
