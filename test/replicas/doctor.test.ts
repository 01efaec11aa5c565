/** What doctor says of the store of SHARED_STATE_URL. */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { test } from 'node:test';
import { checkSharedState } from '#compiler/cli/commands/doctor/check-shared-state.ts';
import { disk } from '#compiler/cli/project/disk.ts';
import { readSettings } from '#proxy/settings/read-settings.ts';
import { ask } from './helpers/flood.ts';
import { skip, startRedis } from './helpers/redis-server.ts';
import { startReplicas } from './helpers/replicas.ts';

/** The line of docs/replicas.md. */
const ACL = [
  'on',
  '>secret',
  'resetkeys',
  '~pc:*',
  'resetchannels',
  '&pc:*',
  '-@all',
  '+@connection',
  '+evalsha',
  '+eval',
  '+publish',
  '+subscribe',
  '+info',
  '+time',
  '+type',
  '+get',
  '+set',
  '+incr',
  '+del',
  '+pexpire',
  '+hget',
  '+hgetall',
  '+hset',
  '+hdel',
  '+hincrby',
  '+zadd',
  '+zcard',
  '+zrem',
  '+zrangebyscore',
  '+zremrangebyscore',
];

async function linesOf(url: string | undefined): Promise<readonly string[]> {
  const environment = url === undefined ? {} : { SHARED_STATE_URL: url, SHARED_TIMEOUT: '1' };
  const conditions = await checkSharedState({
    files: disk,
    profiles: [],
    environment,
    read: readSettings(environment),
    nodeRelease: '20.20.2',
    nodeArguments: [],
    ownFolders: [],
    whyNotWritable: () => undefined,
    isFolder: () => false,
    whyNotFree: async () => undefined,
  });
  return conditions.map(({ state, message }) => `${state}: ${message}`);
}

test('doctor looks at connection, rights, eviction and clock', { skip }, async (t) => {
  const redis = await startRedis(t);
  assert.deepEqual(await linesOf(undefined), []);
  const good = await linesOf(redis.url);
  assert.match(good[0] ?? '', /^ok: redis:\/\/127\.0\.0\.1:\d+ answers in \d+\.\d ms$/);
  assert.deepEqual(good.slice(1), [
    'ok: the user has all permissions that are needed',
    'ok: it evicts no keys',
    'ok: its clock agrees with that of this machine',
  ]);
  assert.equal(redis.cli('KEYS', '*'), '', 'doctor leaves no keys');
  redis.cli('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
  assert.ok(
    (await linesOf(redis.url)).includes('note: it evicts keys when memory is full (allkeys-lru)'),
  );
  redis.cli('ACL', 'SETUSER', 'narrow', 'on', '>secret', '~other:*', '+@all');
  const narrow = await linesOf(redis.url.replace('//', '//narrow:secret@'));
  assert.match(
    narrow[1] ?? '',
    /^failed: the user lacks the permission to count replicas \(NOPERM/,
  );
  const wrong = await linesOf(redis.url.replace('//', '//narrow:wrong@'));
  assert.match(wrong.join('\n'), /^failed: redis:\/\/127\.0\.0\.1:\d+: .*WRONGPASS/);
  assert.doesNotMatch(wrong.join('\n'), /wrong@/);
  assert.match((await linesOf('redis://127.0.0.1:1')).join('\n'), /^failed: .*ECONNREFUSED/);
});

test('the ACL line of the documentation is enough', { skip }, async (t) => {
  const redis = await startRedis(t);
  redis.cli('ACL', 'SETUSER', 'portcullis', ...ACL);
  const url = redis.url.replace('//', '//portcullis:secret@');
  assert.deepEqual((await linesOf(url)).slice(1, 3), [
    'ok: the user has all permissions that are needed',
    'ok: it evicts no keys',
  ]);
  const [replica] = await startReplicas(t, 1, url, { SHARED_TIMEOUT: '0.5' });
  assert.ok(replica !== undefined);
  assert.equal((await ask(replica.port, new Agent(), '192.0.2.1')).status, 200);
  assert.match(await replica.metrics(), /^waf_shared_up 1$/m);
  assert.deepEqual(
    replica.warnings.filter((line) => line.includes('SHARED')),
    [],
  );
});
