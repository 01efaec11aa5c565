/** A store that starts after the proxy. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../proxy/helpers/free-port.ts';
import { until } from '../proxy/helpers/until.ts';
import { skip, startRedis } from './helpers/redis-server.ts';
import { startReplicas } from './helpers/replicas.ts';
import { startSentinel } from './helpers/sentinel.ts';

test('a server, Sentinels and a cluster are used when they start after the proxy', {
  skip,
}, async (t) => {
  const [server = 0, sentinel = 0, node = 0] = await Promise.all([0, 1, 2].map(freePort));
  const urls = [
    `redis://127.0.0.1:${server}`,
    `redis+sentinel://127.0.0.1:${sentinel}/main`,
    `redis+cluster://127.0.0.1:${node}`,
  ];
  const patient = { SHARED_TIMEOUT: '0.5' };
  const replicas = (await Promise.all(urls.map((url) => startReplicas(t, 1, url, patient)))).flat();
  const modes = (): Promise<readonly boolean[]> =>
    Promise.all(
      replicas.map(async ({ metrics }) => (await metrics()).includes('waf_shared_up 1\n')),
    );
  assert.deepEqual(await modes(), [false, false, false]);
  const master = await startRedis(t, [], server);
  await startSentinel(t, master, sentinel);
  const cluster = await startRedis(t, ['--cluster-enabled', 'yes'], node);
  const slots = Array.from({ length: 16_384 }, (_, slot) => String(slot));
  cluster.cli('CLUSTER', 'ADDSLOTS', ...slots);
  await until(async () => (await modes()).every(Boolean));
  assert.deepEqual(await modes(), [true, true, true]);
});

test('a server that still loads its data is reported with its answer, and used when it has loaded them', {
  skip,
}, async (t) => {
  // It takes 20 ms for each key while it loads, and answers after each.
  const slow = ['--key-load-delay', '20000', '--loading-process-events-interval-bytes', '1024'];
  const redis = await startRedis(t, [...slow, '--rdbcompression', 'no']);
  const fill = "for i = 1, 200 do redis.call('SET', 'key' .. i, string.rep('x', 1024)) end";
  redis.cli('EVAL', fill, '0');
  redis.cli('SAVE');
  redis.signal('SIGKILL');
  const restarted = redis.restart();
  const [replica] = await startReplicas(t, 1, redis.url, { SHARED_TIMEOUT: '0.5' });
  await restarted;
  const problems = replica?.warnings.filter((line) => line.startsWith('SHARED_STATE_URL'));
  assert.match(
    String(problems),
    /^SHARED_STATE_URL: redis:\S+ does not answer \(LOADING .* is loading the dataset in memory\): /,
  );
  await until(async () => (await replica?.metrics())?.includes('waf_shared_up 1\n') === true);
});
