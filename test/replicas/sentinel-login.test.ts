/** Sentinels that ask for a password, which need not be that of the server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseStoreAddress } from '#proxy/settings/store-address.ts';
import { openRedisStore } from '#proxy/shared/redis/redis-store.ts';
import { until } from '../proxy/helpers/until.ts';
import { skip, startRedis } from './helpers/redis-server.ts';
import { startSentinel } from './helpers/sentinel.ts';

const SCRIPT = { text: 'return 7' };

test('Sentinels get their own password, and a wrong one is a lost connection', {
  skip,
}, async (t) => {
  const redis = await startRedis(t);
  const port = await startSentinel(t, redis, 0, ['requirepass sentinels']);
  const open = async (query: string): Promise<readonly [reply: unknown, lost: number]> => {
    const address = parseStoreAddress(`redis+sentinel://127.0.0.1:${port}/main${query}`);
    assert.ok(address.kind === 'Value');
    let lost = 0;
    const store = await openRedisStore(address.value, {
      lost: () => {
        lost += 1;
      },
    });
    t.after(() => store.close());
    await until(() => store.isConnected() || lost > 0);
    const call = { script: SCRIPT, keys: ['pc:{a}:b'], values: [] };
    return [await store.evaluate(call).catch(() => undefined), lost];
  };
  // The Sentinel has to start first.
  await until(async () => (await open('?sentinels=:sentinels'))[0] === 7);
  for (const query of ['', '?sentinels=:wrong']) {
    const [reply, lost] = await open(query);
    assert.equal(reply, undefined, query);
    assert.ok(lost > 0, query);
  }
});
