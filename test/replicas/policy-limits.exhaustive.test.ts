/** Rate limits of policies over replicas that share a real Redis: each policy has keys of its own. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { emptyFolder } from '../e2e/helpers/built.ts';
import type { TestProxy } from '../proxy/helpers/start-proxy.ts';
import { until } from '../proxy/helpers/until.ts';
import { skip, startRedis } from './helpers/redis-server.ts';
import { startReplicas } from './helpers/replicas.ts';

/** On a busy machine a server on the same cores may be late. */
const PATIENT = { SHARED_TIMEOUT: '1' };
const CLIENT = '192.0.2.1';
/** So slow that nothing comes back while the test runs. */
const STILL = 0.001;

const ONE = { match: ['one.test'], profile: 'pl1', rateLimit: STILL, rateBurst: 3 };
const TWO = { match: ['two.test'], profile: 'pl1', rateLimit: STILL, rateBurst: 4 };
const FREE = { match: ['free.test'], profile: 'pl1', rateLimit: 0 };
const PLAIN = { match: ['plain.test'], profile: 'pl1' };

function statusOf(port: number, agent: Agent, host: string): Promise<number> {
  const headers = { Host: host, 'X-Forwarded-For': CLIENT };
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, agent, headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    })
      .once('error', reject)
      .end();
  });
}

/** How many of `count` requests pass; the replicas take turns. */
async function passed(
  replicas: readonly TestProxy[],
  host: string,
  count: number,
): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const { port } = replicas[sent % replicas.length] ?? assert.fail();
    statuses.push(await statusOf(port, agent, host));
  }
  agent.destroy();
  const admitted = statuses.filter((status) => status === 200).length;
  assert.equal(statuses.filter((status) => status === 429).length, count - admitted);
  return admitted;
}

function metricsHave(replicas: readonly TestProxy[], line: string): Promise<void> {
  return until(async () => {
    const texts = await Promise.all(replicas.map((replica) => replica.metrics()));
    return texts.every((text) => text.includes(`${line}\n`));
  });
}

test('each policy has a limit of its own, over all replicas, by the limits that are in force', {
  skip,
}, async (t) => {
  const redis = await startRedis(t);
  const path = join(emptyFolder(t), 'policies.json');
  const write = (policies: object): void => writeFileSync(path, JSON.stringify({ policies }));
  write({ one: ONE, two: TWO, free: FREE, plain: PLAIN });
  const limits = { PROXY_RATE_LIMIT: String(STILL), PROXY_RATE_BURST: '5', POLICIES: path };
  const replicas = await startReplicas(t, 2, redis.url, { ...PATIENT, ...limits });
  assert.equal(await passed(replicas, 'one.test', 6), 3);
  assert.equal(await passed(replicas, 'two.test', 6), 4);
  assert.equal(await passed(replicas, 'free.test', 6), 6);
  assert.equal(await passed(replicas, 'plain.test', 7), 5);
  assert.equal(await passed(replicas, 'web.test', 3), 0, 'the limit for all is one');
  const keys = redis.cli('KEYS', 'pc:*:rl:*').split('\n');
  assert.deepEqual(keys.map((key) => key.replace(/^pc:\{s[0-9a-f]{2}\}:/, '')).toSorted(), [
    `rl:client:${CLIENT}`,
    `rl:policy:one:${CLIENT}`,
    `rl:policy:two:${CLIENT}`,
  ]);

  // What has been used stays used when a reload changes the limit: 3 of 5 tokens, and 2 are left.
  write({ one: { ...ONE, rateBurst: 5 }, two: TWO });
  for (const replica of replicas) assert.equal(await replica.reload(), 'all');
  assert.equal(await passed(replicas, 'one.test', 4), 2);
  assert.equal(await passed(replicas, 'two.test', 2), 0);
});

test('while the store is away each replica keeps its share of each limit, which is settled later', {
  skip,
}, async (t) => {
  const redis = await startRedis(t);
  const path = join(emptyFolder(t), 'policies.json');
  const policies = { one: { ...ONE, rateBurst: 8 }, two: { ...TWO, rateBurst: 4 } };
  writeFileSync(path, JSON.stringify({ policies }));
  const replicas = await startReplicas(t, 2, redis.url, {
    ...PATIENT,
    PROXY_RATE_LIMIT: '0',
    POLICIES: path,
  });
  await metricsHave(replicas, 'waf_shared_replicas 2');
  redis.signal('SIGKILL');
  await metricsHave(replicas, 'waf_shared_up 0');
  const [first, second] = replicas;
  assert.ok(first !== undefined && second !== undefined);
  assert.equal(await passed([first], 'one.test', 6), 4);
  assert.equal(await passed([second], 'one.test', 3), 3);
  assert.equal(await passed([first], 'two.test', 3), 2);
  await redis.restart();
  await metricsHave(replicas, 'waf_shared_up 1');
  // 7 of 8 were given out, and 2 of 4.
  assert.equal(await passed(replicas, 'one.test', 3), 1);
  assert.equal(await passed(replicas, 'two.test', 4), 2);
});
