/** The rate limit over replicas that share a real Redis. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertExact } from './helpers/exactness.ts';
import { flood } from './helpers/flood.ts';
import { skip, startRedis } from './helpers/redis-server.ts';
import { startReplicas } from './helpers/replicas.ts';

const LIMIT = { rate: 20, burst: 50 };
/** On a busy machine a server on the same cores may be late: these tests look at the limit alone. */
const PATIENT = { SHARED_TIMEOUT: '1' };

test('four replicas admit one client as one would', { skip }, async (t) => {
  const redis = await startRedis(t);
  const replicas = await startReplicas(t, 4, redis.url, PATIENT);
  const ports = replicas.map(({ port }) => port);
  const timers = t.mock.method(AbortSignal, 'timeout');
  const answers = await flood({ ports, seconds: 3, connections: 2, pause: 5, untilRefused: true });
  // Half of the processor time of a call, when the client has one for each command.
  assert.equal(timers.mock.callCount(), 0);
  assertExact(t, answers, LIMIT);
  assert.equal(redis.cli('KEYS', 'pc:*:rl:*').split('\n').length, 1);
});
