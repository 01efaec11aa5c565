/** Numeric operators around their bound, and what counts as a number. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, ge, gt, le, lt } from '#engine/operators/index.ts';
import { rowTitle } from '../../helpers/row-title.ts';

/** For a value that is less than, equal to and greater than the argument. */
const CASES = [
  [eq, [false, true, false]],
  [ge, [false, true, true]],
  [gt, [false, false, true]],
  [le, [true, true, false]],
  [lt, [true, false, false]],
] as const;

test('numeric operators compare with sign', async (t) => {
  for (const [operator, expected] of CASES) {
    await t.test(rowTitle(operator), () => {
      const verdicts = ['-3', '5', '+10'].map((value) => operator(value, 5));
      assert.deepEqual(verdicts, expected, operator.name);
    });
  }
  assert.equal(CASES.length, 5);
});

test('what is not a number counts as 0', async (t) => {
  for (const value of ['', 'x', '5x', ' 5', '5.0', '0x5', '5\n']) {
    await t.test(rowTitle(value), () => {
      assert.ok(eq(value, 0), value);
      assert.ok(lt(value, 5), value);
    });
  }
});
