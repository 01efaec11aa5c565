/** What the rate limiter lets through over real sockets, with one worker and with four. */
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { startProcess } from './helpers/start-process.ts';

const RATE = 50;
const BURST = 250;
const SECONDS = 3;
/** A machine on which that many seconds do not use up the burst cannot tell. */
const MOST_SECONDS = 20;
const CLIENTS = 16;
const TOLERANCE = 0.01;

type Flood = {
  readonly allowed: number;
  readonly refused: number;
  /** Seconds from the first refusal, the bucket being empty, to the last request. */
  readonly shortest: number;
  /** Seconds from before the first request until after the last. */
  readonly longest: number;
};

function statusOf(port: number, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, agent, headers: { Host: 'web.test' } }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('error', reject).end();
  });
}

/** Asks without a pause, on connections that stay open, until time is over and no token is left. */
async function flood(port: number): Promise<Flood> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const counts = new Map<number, number>();
  const began = performance.now();
  let firstRefusal = Number.POSITIVE_INFINITY;
  let lastSent = began;
  const isOver = (status: number): boolean => {
    const seconds = (performance.now() - began) / 1000;
    return seconds > MOST_SECONDS || (seconds > SECONDS && status === 429);
  };
  const client = async (): Promise<void> => {
    let status = 0;
    while (!isOver(status)) {
      const sent = performance.now();
      status = await statusOf(port, agent);
      if (status === 429) firstRefusal = Math.min(firstRefusal, performance.now());
      lastSent = Math.max(lastSent, sent);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const ended = performance.now();
  agent.destroy();
  assert.deepEqual([...counts.keys()].toSorted(), [200, 429]);
  return {
    allowed: counts.get(200) ?? 0,
    refused: counts.get(429) ?? 0,
    shortest: (lastSent - firstRefusal) / 1000,
    longest: (ended - began) / 1000,
  };
}

for (const workers of [1, 4]) {
  test(`burst and rate hold within 1 % (workers: ${workers}) [L4]`, async (t: TestContext) => {
    const { port, backend } = await startProcess(t, {
      WORKERS: String(workers),
      PROXY_RATE_LIMIT: String(RATE),
      PROXY_RATE_BURST: String(BURST),
    });
    const { allowed, refused, shortest, longest } = await flood(port);
    const least = (BURST + RATE * shortest) * (1 - TOLERANCE);
    const most = (BURST + RATE * longest) * (1 + TOLERANCE);
    console.log(
      `${workers} workers, burst ${BURST}, rate ${RATE}, ${longest.toFixed(2)} s: ${allowed} allowed, ${least.toFixed(0)} to ${most.toFixed(0)} are right; ${refused} refused`,
    );
    assert.ok(allowed >= least && allowed <= most, `${least} <= ${allowed} <= ${most}`);
    assert.ok(refused > 0);
    assert.equal(backend.requests.length, allowed);
  });
}
