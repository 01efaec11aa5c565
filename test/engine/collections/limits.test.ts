/** Times and sizes of collections at their limits: the last that is within one, and the first that is beyond. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryCollections } from '#engine/collections/persistent/memory-collections.ts';
import type { Operation } from '#engine/collections/persistent/operation.ts';
import { createRecordStore } from '#engine/collections/persistent/record-store.ts';
import { RecordedStore } from '#engine/collections/persistent/recorded-store.ts';
import { createVariables, putVariable } from '#engine/collections/stored-variables.ts';

const TIMEOUT = 60;
const TIMEOUT_MS = 60_000;
const NOW = 1_000_000;

/** Returns a variable `ms` milliseconds after a transaction has saved it; `expires`: when the variable itself expires. */
function valueAfter(ms: number, expires?: number): string | undefined {
  const collections = new MemoryCollections();
  const first = collections.source(NOW, TIMEOUT);
  first.open('IP', 'k');
  first.get('IP').set('a', '1');
  if (expires !== undefined) first.get('IP').expireAt('a', expires);
  first.save();
  const later = collections.source(NOW + ms, TIMEOUT);
  later.open('IP', 'k');
  return later.get('IP').get('a');
}

test('a record lives until its time-out, and no longer', () => {
  assert.deepEqual(
    [TIMEOUT_MS - 1, TIMEOUT_MS].map((ms) => valueAfter(ms)),
    ['1', undefined],
  );
});

test('a record for several processes lives until its time-out, and no longer', () => {
  const updatesAfter = (ms: number): number | undefined => {
    const records = createRecordStore();
    records.write('k', TIMEOUT, [{ kind: 'Set', name: 'a', value: '1' }], NOW);
    return records.load('k', NOW + ms)?.updates;
  };
  assert.deepEqual([TIMEOUT_MS - 1, TIMEOUT_MS].map(updatesAfter), [1, undefined]);
});

test('a variable lives until it expires, and no longer', () => {
  const values = [4999, 5000].map((ms) => valueAfter(ms, NOW + 5000));
  assert.deepEqual(values, ['1', undefined]);
});

test('variables take all bytes of their limit, and no more', () => {
  const overhead = 64 + 'a'.length;
  const stored = (length: number): boolean => {
    const variables = createVariables(1000);
    putVariable(variables, 'a', 'x'.repeat(length));
    return variables.byName.has('a');
  };
  assert.deepEqual([1000 - overhead, 1001 - overhead].map(stored), [true, false]);
});

test('a variable of full collections may change to 32 bytes, and to no more', () => {
  const changes = (length: number): boolean => {
    const variables = createVariables(70);
    putVariable(variables, 'a', '0');
    putVariable(variables, 'a', 'x'.repeat(length));
    return variables.byName.get('a')?.value.length === length;
  };
  assert.deepEqual([32, 33].map(changes), [true, false]);
});

test('deprecatevar and subtraction in a record for several processes stop at 0', () => {
  const records = createRecordStore();
  const counters: readonly Operation[] = [
    { kind: 'Set', name: 'a', value: '5' },
    { kind: 'Set', name: 'b', value: '5' },
  ];
  records.write('k', TIMEOUT, counters, NOW);
  const less: readonly Operation[] = [
    { kind: 'Deprecate', name: 'a', amount: 2, milliseconds: 1000 },
    { kind: 'Add', name: 'b', amount: -7 },
  ];
  records.write('k', TIMEOUT, less, NOW + 3000);
  const { variables = [] } = records.load('k', NOW + 3000) ?? {};
  assert.deepEqual(
    variables.map(({ name, value }) => [name, value]),
    [
      ['a', '0'],
      ['b', '0'],
    ],
  );
});

test('what a rule writes over a built-in variable stays in its transaction', () => {
  const store = new RecordedStore('IP', createVariables(), NOW);
  for (const name of ['UPDATE_COUNTER', 'is_new', 'key', 'timeout', 'a']) store.set(name, '1');
  store.delete('create_time');
  assert.equal(store.get('update_counter'), '1');
  assert.deepEqual(
    store.operations.map(({ name }) => name),
    ['timeout', 'a'],
  );
});
