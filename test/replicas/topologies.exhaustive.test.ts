/** Sentinel and Cluster, with their real servers. */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { test } from 'node:test';
import { runBan } from '#compiler/cli/commands/ban/command.ts';
import type { TestProxy } from '../proxy/helpers/start-proxy.ts';
import { until } from '../proxy/helpers/until.ts';
import { assertExact } from './helpers/exactness.ts';
import { ask, flood } from './helpers/flood.ts';
import { redisCli, skip, startRedis, type TestRedis } from './helpers/redis-server.ts';
import { startReplicas } from './helpers/replicas.ts';
import { startSentinel } from './helpers/sentinel.ts';

const LIMIT = { rate: 20, burst: 50 };
const PATIENT = { SHARED_TIMEOUT: '1' };

/** A server that becomes the master closes its connections. */
function roleOf({ cli }: TestRedis): string {
  try {
    return cli('ROLE').split('\n')[0] ?? '';
  } catch {
    return '';
  }
}

async function isShared(replica: TestProxy): Promise<boolean> {
  return /^waf_shared_up 1$/m.test(await replica.metrics());
}

async function allShared(replicas: readonly TestProxy[]): Promise<void> {
  await until(async () => (await Promise.all(replicas.map(isShared))).every(Boolean));
  assert.ok((await Promise.all(replicas.map(isShared))).every(Boolean), 'not shared');
}

test('Sentinels name another server when theirs is gone, and limits are shared again', {
  skip,
}, async (t) => {
  const server = await startRedis(t);
  const follower = await startRedis(t, ['--replicaof', '127.0.0.1', String(server.port)]);
  const sentinels = await Promise.all([0, 1, 2].map(() => startSentinel(t, server)));
  const knows = (port: number): boolean => {
    try {
      const text = redisCli(port, ['SENTINEL', 'MASTER', 'main']);
      return /num-slaves\n1\n/.test(text) && /num-other-sentinels\n2\n/.test(text);
    } catch {
      return false;
    }
  };
  await until(() => sentinels.every(knows));
  assert.ok(sentinels.every(knows), 'the Sentinels do not know each other');
  const url = `redis+sentinel://${sentinels.map((port) => `127.0.0.1:${port}`).join(',')}/main`;
  const replicas = await startReplicas(t, 2, url, PATIENT);
  await allShared(replicas);
  const ports = replicas.map(({ port }) => port);
  assertExact(t, await flood({ ports, seconds: 1.5, connections: 6 }), LIMIT);

  server.signal('SIGKILL');
  const agent = new Agent({ keepAlive: true });
  let fresh = 0;
  const refused: number[] = [];
  const end = performance.now() + 20_000;
  const isBack = async (): Promise<boolean> =>
    roleOf(follower) === 'master' && (await Promise.all(replicas.map(isShared))).every(Boolean);
  while (!(await isBack()) && performance.now() < end) {
    fresh += 1;
    for (const port of ports) {
      const { status } = await ask(port, agent, `198.51.${fresh >> 8}.${fresh & 255}`);
      if (status !== 200) refused.push(status);
    }
  }
  agent.destroy();
  t.diagnostic(
    `${fresh} fresh clients in the failover, ${refused.length} of their requests refused`,
  );
  assert.ok(await isBack(), 'no failover');
  assert.deepEqual(refused, []);
  assertExact(t, await flood({ ports, seconds: 1.5, connections: 6, client: '192.0.2.50' }), LIMIT);
  assert.notEqual(follower.cli('KEYS', 'pc:*:members'), '');
});

test('a cluster of three servers: every client has its bucket, wherever its slot is or moves to', {
  skip,
}, async (t) => {
  const servers = await Promise.all(
    [0, 1, 2].map(() =>
      startRedis(t, ['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000']),
    ),
  );
  const [first] = servers;
  assert.ok(first !== undefined);
  const addresses = servers.map(({ port }) => `127.0.0.1:${port}`);
  redisCli(first.port, ['--cluster', 'create', ...addresses, '--cluster-yes']);
  await until(() =>
    servers.every(({ cli }) => cli('CLUSTER', 'INFO').includes('cluster_state:ok')),
  );
  const url = `redis+cluster://${addresses.join(',')}`;
  const replicas = await startReplicas(t, 2, url, PATIENT);
  await allShared(replicas);
  const ports = replicas.map(({ port }) => port);
  const agent = new Agent({ keepAlive: true });
  const clients = Array.from({ length: 60 }, (_, index) => `198.51.100.${index + 1}`);
  const all = clients.flatMap((client) => ports.map((port) => ask(port, agent, client)));
  assert.ok((await Promise.all(all)).every(({ status }) => status === 200));
  assertExact(t, await flood({ ports, seconds: 1.5, connections: 6 }), LIMIT);

  // The slot of this client moves to another server, key by key.
  const client = '192.0.2.60';
  await ask(ports[0] ?? 0, agent, client);
  const key =
    servers
      .map(({ cli }) => cli('KEYS', `pc:*:rl:client:${client}`))
      .find((found) => found !== '') ?? '';
  const slot = first.cli('CLUSTER', 'KEYSLOT', key === '' ? 'pc:{all}:members' : key);
  const owner = servers.find(({ cli }) =>
    cli('CLUSTER', 'NODES')
      .split('\n')
      .some((line) => line.includes('myself') && covers(line, Number(slot))),
  );
  const target = servers.find((server) => server !== owner);
  assert.ok(owner !== undefined && target !== undefined);
  const idOf = ({ cli }: TestRedis): string => cli('CLUSTER', 'MYID');
  target.cli('CLUSTER', 'SETSLOT', slot, 'IMPORTING', idOf(owner));
  owner.cli('CLUSTER', 'SETSLOT', slot, 'MIGRATING', idOf(target));
  for (const moved of owner
    .cli('CLUSTER', 'GETKEYSINSLOT', slot, '100')
    .split('\n')
    .filter((name) => name !== ''))
    owner.cli('MIGRATE', '127.0.0.1', String(target.port), moved, '0', '1000');
  for (const { cli } of [target, owner, ...servers])
    cli('CLUSTER', 'SETSLOT', slot, 'NODE', idOf(target));
  assertExact(t, await flood({ ports, seconds: 1.5, connections: 6, client }), LIMIT);
  assert.equal(await runBan('198.51.100.1', { url, for: '1m' }), 0);
  await until(async () => (await ask(ports[1] ?? 0, agent, '198.51.100.1')).status === 403);
  assert.equal((await ask(ports[1] ?? 0, agent, '198.51.100.1')).status, 403);
  agent.destroy();
  const warnings = replicas
    .flatMap((replica) => replica.warnings)
    .filter((line) => line.includes('SHARED'));
  assert.deepEqual(warnings, []);
  const errors = /^waf_shared_errors_total\{kind="reply"\} 0$/m;
  for (const replica of replicas) assert.match(await replica.metrics(), errors, 'no CROSSSLOT');
});

/** `ID ADDRESS FLAGS … 0-5460 7000` */
function covers(line: string, slot: number): boolean {
  return line
    .split(' ')
    .slice(8)
    .some((range) => {
      const [from = -1, to = from] = range.split('-').map(Number);
      return slot >= from && slot <= to;
    });
}
