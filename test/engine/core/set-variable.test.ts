/** Arithmetic of setvar (spec: seclang 2.7). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addToVariable, subtractFromVariable } from '../../../runtime/engine/actions/index.ts';
import { VariableStore } from '../../../runtime/engine/variable-store.ts';

/** Value before (undefined: none), what is written behind the sign, value after + and after -. */
const cases: readonly (readonly [
  before: string | undefined,
  text: string,
  plus: string,
  minus: string,
])[] = [
  ['2', '3', '5', '-1'],
  [undefined, '3', '3', '-3'],
  ['', '3', '3', '-3'],
  ['2', '', '2', '2'],
  [undefined, '', '0', '0'],
  ['2', '-3', '-1', '5'],
  ['2', '+3', '5', '-1'],
  ['-2', '02', '0', '-4'],
  ['2', 'x', '+x', '-x'],
  ['2', ' 3', '+ 3', '- 3'],
  ['2', '1.5', '+1.5', '-1.5'],
  ['2', 'tx.none', '2', '2'],
  ['2', 'TX.none', '2', '2'],
  ['x', '3', 'x', 'x'],
  ['12abc', '1', '12abc', '12abc'],
  ['0', '0', '0', '0'],
  ['999999999999999', '1', '1000000000000000', '999999999999998'],
  ['2', '99999999999999999999', '+99999999999999999999', '-99999999999999999999'],
];

test('adding and subtracting', () => {
  for (const [before, text, plus, minus] of cases) {
    for (const [change, expected] of [
      [addToVariable, plus],
      [subtractFromVariable, minus],
    ] as const) {
      const store = new VariableStore('TX');
      if (before !== undefined) store.set('a', before);
      change(store, 'A', text);
      assert.equal(store.get('a'), expected, `${change.name} ${before} ${text}`);
    }
  }
  assert.equal(cases.length, 18);
});
