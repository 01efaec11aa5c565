/** What replicas do while the store is away: killed, stopped, silent from the start. */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { test } from 'node:test';
import type { TestProxy } from '../proxy/helpers/start-proxy.ts';
import { until } from '../proxy/helpers/until.ts';
import { admitted, ask, flood } from './helpers/flood.ts';
import { skip, startRedis, type TestRedis } from './helpers/redis-server.ts';
import { startReplicas } from './helpers/replicas.ts';

const RATE = 20;
const PATIENT = { SHARED_TIMEOUT: '0.5' };

async function isShared(replica: TestProxy): Promise<boolean> {
  return /^waf_shared_up 1$/m.test(await replica.metrics());
}

async function allShared(replicas: readonly TestProxy[], wanted: boolean): Promise<void> {
  await until(async () => {
    const modes = await Promise.all(replicas.map(isShared));
    return modes.every((mode) => mode === wanted);
  });
}

/** Replicas have counted each other. */
async function counted(replicas: readonly TestProxy[]): Promise<void> {
  await until(async () => {
    const texts = await Promise.all(replicas.map((replica) => replica.metrics()));
    return texts.every((text) => text.includes(`waf_shared_replicas ${replicas.length}\n`));
  });
}

/** Until the bucket of a client is empty: nobody waits for a token any more. */
async function exhaust(port: number, client: string): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  let passed = 0;
  for (;;) {
    const { status } = await ask(port, agent, client);
    if (status !== 200) break;
    passed += 1;
  }
  agent.destroy();
  return passed;
}

test('a killed server causes no refusals; afterwards the tokens that were given out are charged', {
  skip,
}, async (t) => {
  const redis = await startRedis(t);
  const replicas = await startReplicas(t, 2, redis.url, PATIENT);
  const ports = replicas.map(({ port }) => port);
  await counted(replicas);
  const before = await flood({ ports, seconds: 1, pause: 5 });
  assert.ok(before.every(({ status }) => status === 200 || status === 429));
  // From here on the replica that is not asked refills its bucket.
  const began = performance.now();
  await exhaust(ports[0] ?? 0, '192.0.2.1');

  redis.signal('SIGKILL');
  await allShared(replicas, false);
  const during = await flood({ ports, seconds: 2, connections: 2, pause: 5 });
  const seconds = (performance.now() - began) / 1000;
  assert.deepEqual([...new Set(during.map(({ status }) => status))].toSorted(), [200, 429]);
  const given = admitted(during).length;
  t.diagnostic(
    `${given} admitted in ${seconds.toFixed(1)} s without the server, share is ${RATE * seconds}`,
  );
  // Buckets are warm: what the client has used before is not refilled. Two more for a token in each.
  assert.ok(given <= 1.1 * RATE * seconds + 2, `${given} in ${seconds} s`);

  const firstAsked = performance.now();
  const sinceFirst = (): number => (performance.now() - firstAsked) / 1000;
  const fresh = await exhaust(ports[0] ?? 0, '192.0.2.77');
  const refilled = (RATE / 2) * sinceFirst();
  assert.ok(fresh >= 25 && fresh <= 26 + refilled, `a share of the burst: ${fresh}`);
  await redis.restart();
  await allShared(replicas, true);
  const rest = await exhaust(ports[1] ?? 0, '192.0.2.77');
  const allowed = 51 + RATE * sinceFirst();
  t.diagnostic(`${fresh} before, ${rest} after the server came back, ${allowed} allowed`);
  assert.ok(fresh + rest <= allowed, `${rest}: the debt was not settled`);
});

test('a server that is stopped delays three requests, and is used again when it continues', {
  skip,
}, async (t) => {
  const redis = await startRedis(t);
  const [replica] = await startReplicas(t, 1, redis.url, {
    SHARED_TIMEOUT: '1',
    PROXY_RATE_LIMIT: '1000',
    PROXY_RATE_BURST: '1000',
  });
  assert.ok(replica !== undefined && (await isShared(replica)));
  redis.signal('SIGSTOP');
  const agent = new Agent({ keepAlive: true });
  const durations: number[] = [];
  for (let count = 0; count < 40; count += 1) {
    const { status, duration } = await ask(replica.port, agent, '192.0.2.1');
    assert.equal(status, 200);
    durations.push(duration);
  }
  agent.destroy();
  const slow = durations.filter((duration) => duration >= 990);
  t.diagnostic(`${slow.length} of 40 requests reached the budget`);
  assert.ok(slow.length >= 1 && slow.length <= 3, durations.map(Math.round).join(' '));
  redis.signal('SIGCONT');
  await allShared([replica], true);
});

test('requests are answered without a server, by SHARED_ON_ERROR', { skip }, async (t) => {
  const nowhere = 'redis://127.0.0.1:1';
  const answersOf = async (policy: string): Promise<readonly number[]> => {
    const [replica] = await startReplicas(t, 1, nowhere, {
      SHARED_ON_ERROR: policy,
      SHARED_REPLICAS: '5',
    });
    assert.ok(replica !== undefined);
    assert.match(
      replica.warnings.join('\n'),
      /SHARED_STATE_URL: redis:\/\/127.0.0.1:1 does not answer/,
    );
    const agent = new Agent({ keepAlive: true });
    const statuses: number[] = [];
    for (let count = 0; count < 60; count += 1)
      statuses.push((await ask(replica.port, agent, '192.0.2.1')).status);
    agent.destroy();
    return statuses;
  };
  const [local = [], open = [], closed = []] = await Promise.all(
    ['local', 'open', 'closed'].map(answersOf),
  );
  const passed = local.filter((status) => status === 200).length;
  assert.ok(passed >= 10 && passed < 30, `a fifth of the burst: ${passed}`);
  assert.deepEqual([...new Set(open)], [200]);
  assert.deepEqual([...new Set(closed)], [503]);
});

test('a server that refuses commands is no outage', { skip }, async (t) => {
  const redis: TestRedis = await startRedis(t);
  redis.cli('ACL', 'SETUSER', 'limited', 'on', '>secret', '~pc:*', '+@all', '-evalsha', '-eval');
  const url = redis.url.replace('redis://', 'redis://limited:secret@');
  const [replica] = await startReplicas(t, 1, url, PATIENT);
  assert.ok(replica !== undefined && !(await isShared(replica)));
  const answers = await flood({ ports: [replica.port], seconds: 0.3 });
  assert.ok(answers.every(({ status }) => status === 200 || status === 429));
  assert.doesNotMatch(replica.warnings.join('\n'), /secret/);
});

test('the start says why there is no connection', { skip }, async (t) => {
  const redis = await startRedis(t, ['--requirepass', 'secret']);
  const rows = [
    [redis.url.replace('//', '//:wrong@'), /does not answer \(WRONGPASS /],
    [redis.url, /does not answer \(NOAUTH /],
    ['redis://127.0.0.1:1', /does not answer \(connect ECONNREFUSED /],
  ] as const;
  for (const [url, reason] of rows) {
    const [replica] = await startReplicas(t, 1, url);
    const lines = (replica?.warnings ?? []).filter((line) => line.startsWith('SHARED_STATE_URL'));
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', reason);
    assert.doesNotMatch(lines[0] ?? '', /wrong@/);
  }
  assert.equal(rows.length, 3);
});
