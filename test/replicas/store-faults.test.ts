/** What is done about a store that breaks off or falls silent, with a store that the test controls. */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { answered } from '#proxy/shared/answered.ts';
import { bucketKey, collectionKey } from '#proxy/shared/keys.ts';
import { createLink } from '#proxy/shared/link.ts';
import { createSharedLimiter } from '#proxy/shared/shared-limiter.ts';
import type { Reply, Store } from '#proxy/shared/store.ts';
import { createUnsentChanges } from '#proxy/shared/unsent-changes.ts';
import { watchStore } from '#proxy/shared/watch-store.ts';

function storeOf(evaluate: () => Promise<Reply>, more: Partial<Store> = {}): Store {
  return {
    evaluate,
    subscribe: async () => {},
    isCluster: false,
    isConnected: () => true,
    restart: () => {},
    close: () => {},
    ...more,
  };
}

const ERRORS: readonly (readonly [message: string, mayHaveRun: boolean])[] = [
  ['Socket closed unexpectedly', true],
  ["Socket timeout timeout. Expecting data, but didn't receive any in 5000ms.", true],
  ['Disconnects client', true],
  ['read ECONNRESET', true],
  ['read ETIMEDOUT', true],
  ['write EPIPE', true],
  ['The client is offline', false],
  ['connect ECONNREFUSED 127.0.0.1:6379', false],
  ["OOM command not allowed when used memory > 'maxmemory'.", false],
  ["READONLY You can't write against a read only replica.", false],
];

test(`after ${ERRORS.length} errors a change that may have run is lost, and others stay queued`, async () => {
  for (const [message, mayHaveRun] of ERRORS) {
    let lost = 0;
    const store = storeOf(() => Promise.reject(new Error(message)));
    const unsent = createUnsentChanges(store, (changes) => {
      lost += changes;
    });
    const change = { webApp: 'x', name: 'IP', key: 'k', timeoutSeconds: 60, operations: [] };
    unsent.add(change, false);
    await assert.rejects(unsent.flush());
    assert.deepEqual([lost, unsent.waiting()], mayHaveRun ? [1, 0] : [0, 1], message);
  }
  assert.equal(ERRORS.length, 10);
});

const SCRIPT_ERRORS: readonly (readonly [message: string, isFinal: boolean])[] = [
  ['ERR hash value is not an integer script: 99, on @user_script:46.', true],
  [
    'ERR Error running script (call to f_99): @user_script:46: ERR hash value is not an integer',
    true,
  ],
  ['WRONGTYPE Operation against a key of another kind script: 99, on @user_script:4.', true],
  ['ERR Error running script (call to f_99): @user_script:14: -OOM command not allowed', false],
  ['ERR ACL failure in script: no permissions script: 99, on @user_script:4.', false],
  ['ERR max number of clients reached', false],
];

test('a change that its record makes impossible does not keep the store out of use', async () => {
  for (const [message, isFinal] of SCRIPT_ERRORS) {
    let lost = 0;
    const store = storeOf(async () => 1, {
      evaluate: async ({ keys }) => {
        if (keys[0] === collectionKey('x', 'IP', 'bad')) throw new Error(message);
        return 1;
      },
    });
    const unsent = createUnsentChanges(store, (changes) => {
      lost += changes;
    });
    const change = { webApp: 'x', name: 'IP', timeoutSeconds: 60, operations: [] };
    unsent.add({ ...change, key: 'bad' }, false);
    unsent.add({ ...change, key: 'good' }, false);
    if (isFinal) await unsent.flush();
    else await assert.rejects(unsent.flush());
    assert.deepEqual([lost, unsent.waiting()], isFinal ? [1, 0] : [0, 1], message);
  }
  assert.equal(SCRIPT_ERRORS.length, 6);
});

test('a debt that could not be settled is settled with the next attempt', async () => {
  const charged: (readonly [keys: readonly string[], tokens: number])[] = [];
  let works = false;
  const store = storeOf(async () => 1, {
    evaluate: async ({ keys, values }) => {
      if (!works) throw new Error('Socket closed unexpectedly');
      charged.push([keys, Math.round(Number(values[2]))]);
      return keys.length;
    },
  });
  const observer = { answered: () => {}, failed: () => {}, changed: () => {} };
  const limiter = createSharedLimiter(createLink(store, 10, observer), store, {
    limit: { rate: 0.01, burst: 10 },
    lease: 1,
    onError: 'local',
    decidedLocally: () => {},
  });
  const client = { high: 0xffff, low: 0xc0000201 };
  for (let count = 0; count < 4; count += 1) assert.equal(await limiter.take(client), 0);
  await assert.rejects(limiter.repay(), /Socket closed/);
  works = true;
  await limiter.repay();
  await limiter.repay();
  assert.deepEqual(charged, [[[bucketKey(client)], 4]]);
});

async function turns(): Promise<void> {
  for (let count = 0; count < 20; count += 1) await new Promise(setImmediate);
}

test('a connection is replaced while there is none, and when the recovery is not answered', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const recoveries: readonly (readonly [isConnected: boolean, recover: () => Promise<void>])[] = [
      [false, async () => {}],
      [true, () => answered(new Promise<void>(() => {}))],
    ];
    for (const [isConnected, recover] of recoveries) {
      let restarts = 0;
      const store = storeOf(async () => null, {
        isConnected: () => isConnected,
        restart: () => {
          restarts += 1;
        },
      });
      const observer = { answered: () => {}, failed: () => {}, changed: () => {} };
      const link = createLink(store, 10, observer);
      const probe = () => ({ script: { text: '' }, keys: [], values: [] });
      const watch = watchStore(store, link, {
        probe,
        probed: () => {},
        recover,
        failed: () => {},
      });
      const started = watch.started(0);
      for (let second = 0; second < 60; second += 1) {
        mock.timers.tick(1000);
        await turns();
      }
      await started;
      watch.stop();
      assert.equal(link.isUp(), false);
      assert.ok(restarts >= 1 && restarts <= 12, `${restarts} restarts`);
    }
    assert.equal(recoveries.length, 2);
  } finally {
    mock.timers.reset();
  }
});
