/** A store is a map with names in any case, whatever mixture of settings and captures goes into it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createVariables } from '#engine/collections/stored-variables.ts';
import { loadRegisterNames, TxVariables } from '#engine/collections/tx-variables.ts';
import { VariableStore } from '#engine/collections/variable-store.ts';

const name = fc.constantFrom('a', 'A', 'Bc', 'bC', '0', '1', '9', '10', '', '\xe9');
const value = fc.constantFrom('', 'x', 'yy');

const step = fc.oneof(
  fc.record({ do: fc.constant('set' as const), name, value }),
  fc.record({ do: fc.constant('delete' as const), name }),
  fc.record({ do: fc.constant('capture' as const), texts: fc.array(value, { maxLength: 10 }) }),
  fc.record({ do: fc.constant('list' as const) }),
);

/** ASCII letters only, as the engine folds them. */
const fold = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

test('random steps do to a store what they do to a map', () => {
  checkSteps(() => new VariableStore('TX'), []);
});

test('random steps do the same to a store of which some variables live in slots', () => {
  const inSlots = ['a', 'bc', '\xe9'];
  checkSteps(() => new TxVariables(loadRegisterNames(inSlots)), inSlots);
});

/** `inSlots`: what the store does not list. */
function checkSteps(create: () => VariableStore, inSlots: readonly string[]): void {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const store = create();
      const model = new Map<string, string>();
      for (const each of steps) {
        if (each.do === 'set') {
          store.set(each.name, each.value);
          model.set(fold(each.name), each.value);
        } else if (each.do === 'delete') {
          store.delete(each.name);
          model.delete(fold(each.name));
        } else if (each.do === 'capture') {
          store.setCaptures(each.texts);
          for (let index = 0; index <= 9; index += 1) model.delete(String(index));
          for (const [index, text] of each.texts.entries()) model.set(String(index), text);
        } else {
          const all = [...store.all].map((variable) => [variable.name, variable.value]);
          const listed = [...model].filter(([key]) => !inSlots.includes(key));
          assert.deepEqual(all.toSorted(), listed.toSorted());
        }
        for (const key of ['a', 'BC', '0', '1', '9', '10', '', '\xe9']) {
          assert.equal(store.get(key), model.get(fold(key)));
        }
      }
    }),
    { numRuns: 1000, seed: 1 },
  );
}

test('variables are listed in the order in which they were first set', () => {
  const store = new VariableStore('TX');
  for (const each of ['b', 'a', 'B', 'c']) store.set(each, 'x');
  store.delete('a');
  store.set('a', 'y');
  assert.deepEqual(
    [...store.all].map((variable) => variable.name),
    ['b', 'c', 'a'],
  );
});

test('a value is cut at 1 MiB', () => {
  const store = new VariableStore('TX');
  let text = 'ab';
  for (let round = 0; round < 40; round += 1) {
    store.set('a', text);
    text = `${store.get('a')}${store.get('a')}`;
  }
  assert.equal(store.get('a')?.length, 1 << 20);
});

test('a store with a limit takes no more, but small changes of what it has', () => {
  const variables = createVariables(1000);
  const store = new VariableStore('IP', variables);
  store.set('flag', '0');
  store.set('long', 'x'.repeat(700));
  store.set('other', 'x'.repeat(200));
  store.set('new', '1');
  store.set('flag', '1');
  store.set('long', 'x'.repeat(701));
  assert.deepEqual(
    [...store.all].map((variable) => [variable.name, variable.value.length]),
    [
      ['flag', 1],
      ['long', 701],
      ['new', 1],
    ],
  );
  store.delete('long');
  store.set('other', 'x'.repeat(200));
  assert.equal(store.get('other')?.length, 200);
  assert.equal(variables.bytes, 3 * 64 + 'flag1'.length + 'new1'.length + 'other'.length + 200);
});

test('the beginning of a capture does not compute the rest, which others still get', () => {
  const store = new VariableStore('TX');
  const whole = ['a'.repeat(50), 'b'];
  const asked: (number | undefined)[] = [];
  store.setCaptures((most) => {
    asked.push(most);
    return most === undefined ? whole : [whole[0]?.slice(0, most + 5) ?? '', 'b'];
  });
  assert.deepEqual(
    [store.getBeginning('0', 10), store.getBeginning('1', 10), store.getBeginning('2', 10)],
    ['a'.repeat(10), 'b', undefined],
  );
  assert.equal(store.get('0'), whole[0]);
  assert.equal(store.getBeginning('0', 10), 'a'.repeat(10));
  // '2' is no capture, so the variable of that name is read, which needs all captures.
  assert.deepEqual(asked, [10, 10, 10, undefined]);
  store.setCaptures(() => ['short']);
  store.set('x', 'a'.repeat(50));
  assert.deepEqual(
    [store.getBeginning('0', 10), store.getBeginning('x', 10)],
    ['short', 'a'.repeat(10)],
  );
});

test('captures of which only the beginning is known are computed again, whole ones are not', () => {
  const whole = ['a'.repeat(30)];
  const rows: readonly (readonly [most: number, asked: readonly (number | undefined)[]])[] = [
    [29, [29, undefined]],
    [30, [30, undefined]],
    [31, [31]],
  ];
  for (const [most, expected] of rows) {
    const store = new VariableStore('TX');
    const asked: (number | undefined)[] = [];
    store.setCaptures((limit) => {
      asked.push(limit);
      return whole.map((text) => text.slice(0, limit));
    });
    assert.equal(store.getBeginning('0', most), whole[0]?.slice(0, most));
    assert.equal(store.get('0'), whole[0]);
    assert.deepEqual(asked, expected, String(most));
  }
  assert.equal(rows.length, 3);
});
