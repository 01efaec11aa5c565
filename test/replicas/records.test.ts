/** Records of persistent collections: what the scripts make of them is what the store in memory makes of them. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { Operation } from '#engine/collections/persistent/operation.ts';
import {
  createRecordStore,
  type LoadedRecord,
} from '#engine/collections/persistent/record-store.ts';
import { parseStoreAddress } from '#proxy/settings/store-address.ts';
import { openRedisStore } from '#proxy/shared/redis/redis-store.ts';
import { LOAD_RECORDS, WRITE_RECORD } from '#proxy/shared/scripts/records.ts';
import { recordIn } from '#proxy/shared/shared-records.ts';
import { listIn, numberIn, type Store } from '#proxy/shared/store.ts';
import { operandsOf } from '#proxy/shared/unsent-changes.ts';
import { until } from '../proxy/helpers/until.ts';
import { skip, startRedis } from './helpers/redis-server.ts';

const TIMEOUT = 600;
const RUNS = 60;

async function openStore(t: TestContext, url: string): Promise<Store> {
  const parsed = parseStoreAddress(url);
  assert.ok(parsed.kind === 'Value');
  const store = await openRedisStore(parsed.value, { lost: () => {} });
  t.after(store.close);
  await until(store.isConnected);
  return store;
}

type Written = { readonly updates: number; readonly now: number };

async function write(
  store: Store,
  key: string,
  operations: readonly Operation[],
  timeout = TIMEOUT,
): Promise<Written> {
  const values = [timeout, ...operations.flatMap(operandsOf)];
  const [updates, now] = listIn(
    await store.evaluate({ script: WRITE_RECORD, keys: [key], values }),
  );
  return { updates: numberIn(updates), now: numberIn(now) };
}

async function load(store: Store, key: string): Promise<LoadedRecord | null> {
  const [reply] = listIn(await store.evaluate({ script: LOAD_RECORDS, keys: [key], values: [] }));
  return recordIn(reply);
}

function comparable(record: LoadedRecord | null | undefined): unknown {
  const variables = record?.variables.map(({ name, value, expiresIn, deprecatedAgo }) => ({
    name,
    value,
    expires: expiresIn !== undefined,
    deprecated: deprecatedAgo !== undefined,
  }));
  return {
    updates: record?.updates,
    variables: variables?.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

const name = fc.constantFrom('a', 'b', 'n', 'x\xff:\0');
const value = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '7',
    '-3',
    '+5',
    'text',
    '007',
    '999999999999999999',
    '1e3',
    '0x10',
    ' 1',
  ),
  fc.integer({ min: -1000, max: 1000 }).map(String),
  fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ kind: fc.constant('Set' as const), name, value }),
  fc.record({ kind: fc.constant('Add' as const), name, amount: fc.integer({ min: -50, max: 50 }) }),
  fc.record({ kind: fc.constant('Delete' as const), name }),
  // Far from now, so that both see the same: a variable that is gone, or one that lives on.
  fc.record({
    kind: fc.constant('Expire' as const),
    name,
    milliseconds: fc.constantFrom(-1000, 0, 60_000),
  }),
  fc.record({
    kind: fc.constant('Deprecate' as const),
    name,
    amount: fc.integer({ min: 1, max: 9 }),
    milliseconds: fc.constantFrom(1000, 60_000),
  }),
);

test(`${RUNS} interleavings of four writers give what a store in memory makes of them`, {
  skip,
}, async (t) => {
  const redis = await startRedis(t);
  const stores = await Promise.all([0, 1, 2, 3].map(() => openStore(t, redis.url)));
  let key = 0;
  let applied = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(3), fc.array(operation, { minLength: 1, maxLength: 4 })), {
        minLength: 1,
        maxLength: 12,
      }),
      async (transactions) => {
        key += 1;
        const id = `pc:{s00}:col:test:IP:${key}`;
        const done = await Promise.all(
          transactions.map(async ([writer, operations]) => {
            const store = stores[writer];
            assert.ok(store !== undefined);
            return { ...(await write(store, id, operations)), operations };
          }),
        );
        const model = createRecordStore();
        const inOrder = done.toSorted((a, b) => a.updates - b.updates);
        assert.deepEqual(
          inOrder.map(({ updates }) => updates),
          done.map((_, index) => index + 1),
        );
        for (const { operations, now } of inOrder) {
          model.write(id, TIMEOUT, operations, now);
          applied += operations.length;
        }
        const last = inOrder.at(-1)?.now ?? 0;
        const loaded = await load(stores[0] ?? assert.fail(), id);
        assert.deepEqual(comparable(loaded), comparable(model.load(id, last)));
      },
    ),
    { numRuns: RUNS },
  );
  t.diagnostic(`${key} interleavings, ${applied} operations`);
  assert.ok(key >= RUNS && applied > RUNS);
});

test('four writers count to exactly 10,000; a counter does not go below 0', { skip }, async (t) => {
  const redis = await startRedis(t);
  const stores = await Promise.all([0, 1, 2, 3].map(() => openStore(t, redis.url)));
  const add = (amount: number): Operation => ({ kind: 'Add', name: 'n', amount });
  await Promise.all(
    stores.flatMap((store) =>
      Array.from({ length: 2500 }, () => write(store, 'pc:{s00}:k', [add(1)])),
    ),
  );
  const [store] = stores;
  assert.ok(store !== undefined);
  const counted = await load(store, 'pc:{s00}:k');
  assert.equal(counted?.variables.find(({ name }) => name === 'n')?.value, '10000');
  await write(store, 'pc:{s00}:k', [add(-10_001), add(2)]);
  const after = await load(store, 'pc:{s00}:k');
  assert.deepEqual(
    after?.variables.map(({ name, value }) => [name, value]),
    [['n', '2']],
  );
});

test('variables and records go away by the clock of the server', { skip }, async (t) => {
  const redis = await startRedis(t);
  const store = await openStore(t, redis.url);
  const set: Operation = { kind: 'Set', name: 'a', value: '1' };
  await write(store, 'pc:{s00}:v', [set, { kind: 'Expire', name: 'a', milliseconds: 300 }]);
  await write(store, 'pc:{s00}:r', [set], 1);
  await write(store, 'pc:{s00}:own', [set, { kind: 'Set', name: 'timeout', value: '1' }]);
  await write(store, 'pc:{s00}:none', [set], 0);
  assert.equal((await load(store, 'pc:{s00}:v'))?.variables.length, 1);
  assert.equal((await load(store, 'pc:{s00}:r'))?.variables.length, 1);
  assert.equal(await load(store, 'pc:{s00}:none'), null);
  await until(async () => (await load(store, 'pc:{s00}:v'))?.variables.length === 0);
  assert.equal((await load(store, 'pc:{s00}:v'))?.variables.length, 0);
  await until(async () => redis.cli('EXISTS', 'pc:{s00}:r', 'pc:{s00}:own') === '0');
  assert.equal(redis.cli('KEYS', '*'), 'pc:{s00}:v');
});

test('a key that holds something else is no crash', { skip }, async (t) => {
  const redis = await startRedis(t);
  const store = await openStore(t, redis.url);
  redis.cli('LPUSH', 'pc:{s00}:k', 'x');
  assert.equal(await load(store, 'pc:{s00}:k'), null);
  await write(store, 'pc:{s00}:k', [{ kind: 'Set', name: 'a', value: '1' }]);
  assert.equal((await load(store, 'pc:{s00}:k'))?.variables.length, 1);
});
