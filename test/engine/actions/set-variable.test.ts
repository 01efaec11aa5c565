/** Arithmetic of setvar (docs/spec/seclang-evaluation.md#setvar). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addToRegister,
  addToVariable,
  setRegister,
  subtractFromRegister,
  subtractFromVariable,
} from '#engine/actions/index.ts';
import { type RegisterValue, registerText } from '#engine/collections/tx-variables.ts';
import { VariableStore } from '#engine/collections/variable-store.ts';
import { rowTitle } from '../../helpers/row-title.ts';

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

test('setvar adds and subtracts', async (t) => {
  for (const [before, text, plus, minus] of cases) {
    await t.test(rowTitle(text), () => {
      for (const [change, expected] of [
        [addToVariable, plus],
        [subtractFromVariable, minus],
      ] as const) {
        const store = new VariableStore('TX');
        if (before !== undefined) store.set('a', before);
        change(store, 'A', text);
        assert.equal(store.get('a'), expected, `${change.name} ${before} ${text}`);
      }
    });
  }
  assert.equal(cases.length, 18);
});

test('in registers they do the same, whether values are kept as numbers or as texts', async (t) => {
  let ran = 0;
  for (const [before, text, plus, minus] of cases) {
    await t.test(rowTitle(text), () => {
      for (const [change, expected] of [
        [addToRegister, plus],
        [subtractFromRegister, minus],
      ] as const) {
        for (const current of formsOf(before)) {
          for (const value of formsOf(text)) {
            const tx = { registers: ['other', current] };
            change(tx, 1, value ?? '');
            assert.equal(
              registerText(tx.registers[1]),
              expected,
              `${change.name} ${before} ${text}`,
            );
            assert.equal(tx.registers[0], 'other');
            ran += 1;
          }
        }
      }
    });
  }
  assert.equal(ran, 86);
});

/** The text, and the number that stands for it where one does. */
function formsOf(text: string | undefined): readonly RegisterValue[] {
  const number = Number(text);
  return text === String(number) && Number.isSafeInteger(number) ? [text, number] : [text];
}

test('numbers that a double cannot count on become texts', () => {
  const tx: { registers: RegisterValue[] } = { registers: [Number.MAX_SAFE_INTEGER] };
  addToRegister(tx, 0, 1);
  assert.deepEqual(tx.registers, ['9007199254740992']);
  subtractFromRegister(tx, 0, 2);
  assert.deepEqual(tx.registers, [9007199254740990]);
  setRegister(tx, 0, 'x'.repeat((1 << 20) + 1));
  assert.equal(registerText(tx.registers[0])?.length, 1 << 20);
});
