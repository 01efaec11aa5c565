/**
 * What a sampled request costs more than another one of the same process: processor time. Two processes that are alike
 * differ by 10 us a request and more, as V8 compiles what it finds hot at the time; so both kinds of requests go to one
 * process in short turns, and only the differences within a process count. Needs a quiet machine.
 */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { type TestContext, test } from 'node:test';
import {
  eventLoopTime,
  processorTime,
  proxyEnvironment,
  startServer,
} from '#scripts/bench/front/servers.ts';
import { startBackend } from '../proxy/helpers/backend.ts';
import { ask, quantile } from '../replicas/helpers/flood.ts';
import { startReceiver } from './helpers/otlp-receiver.ts';

const PROCESSES = 6;
/** The processes take turns, so that each has quiet moments of the machine. */
const ROUNDS = 6;
/** Of a round. The first one warms the caches of the processor and is not counted. */
const PAIRS = 9;
const WARM_UP_ROUNDS = 2;
/** Of a turn: their spans are one batch. */
const REQUESTS = 256;
const CONNECTIONS = 4;
/** On the event loop, which serves requests. */
const MOST_LOOP_US = 10;
/** Of the whole process: of the thread, too, that makes spans and sends them. */
const MOST_WHOLE_US = 60;
const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331';

/** Microseconds for each request. */
type Cost = { readonly loop: number; readonly whole: number };

/** What sampled requests of a turn cost more than those of the turn before or after it. */
type Pair = () => Promise<Cost>;

/** Starts the program as it is deployed. `settled` resolves when the spans of a turn are received. */
async function startSubject(
  t: TestContext,
  backendPort: number,
  url: string,
  settled: () => Promise<void>,
): Promise<Pair> {
  const { port, process } = await startServer('dist/proxy.js', {
    ...proxyEnvironment(backendPort),
    PROXY_WEB_HOSTS: 'web.test',
    TRUSTED_PROXIES: '127.0.0.0/8',
    // Longer than the turns of the others take.
    KEEPALIVE_TIMEOUT: '600',
    CLIENT_IDLE_TIMEOUT: '600',
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
  });
  t.after(() => process.kill('SIGKILL'));
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  const send = async (flags: '00' | '01'): Promise<void> => {
    const headers = { traceparent: `${TRACE}-${flags}` };
    const loop = async (): Promise<void> => {
      for (let n = 0; n < REQUESTS / CONNECTIONS; n += 1) {
        const answer = await ask(port, agent, '192.0.2.1', '/shop/items?page=2', headers);
        assert.equal(answer.status, 200);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, loop));
    if (flags === '01') await settled();
  };
  const turn = async (flags: '00' | '01'): Promise<Cost> => {
    const [loop, whole] = [eventLoopTime(process.pid) ?? 0, processorTime(process.pid) ?? 0];
    await send(flags);
    return {
      loop: ((eventLoopTime(process.pid) ?? 0) - loop) / REQUESTS,
      whole: ((processorTime(process.pid) ?? 0) - whole) / REQUESTS,
    };
  };
  let isSampledFirst = false;
  return async () => {
    isSampledFirst = !isSampledFirst;
    const [first, second] = isSampledFirst
      ? [await turn('01'), await turn('00')]
      : [await turn('00'), await turn('01')];
    const [sampled, other] = isSampledFirst ? [first, second] : [second, first];
    return { loop: sampled.loop - other.loop, whole: sampled.whole - other.whole };
  };
}

type Estimate = { readonly mean: number; readonly error: number };

/** The mean of processes, with its standard error. */
function estimate(values: readonly number[]): Estimate {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / (values.length - 1) / values.length) };
}

test(`a sampled request costs ${MOST_LOOP_US} us more of the event loop at most, and of the process ${MOST_WHOLE_US}`, async (t) => {
  const backend = await startBackend();
  t.after(backend.close);
  const subjects: { readonly pair: Pair; readonly costs: Cost[] }[] = [];
  let spans = 0;
  for (let n = 0; n < PROCESSES; n += 1) {
    const receiver = await startReceiver(t);
    const pair = await startSubject(t, backend.port, receiver.url, async () => {
      await receiver.received(2 * REQUESTS);
      spans += receiver.spans.splice(0).length;
    });
    subjects.push({ pair, costs: [] });
  }
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1)
    for (const { pair, costs } of subjects)
      for (let n = 0; n < PAIRS; n += 1) {
        const cost = await pair();
        if (round >= WARM_UP_ROUNDS && n > 0) costs.push(cost);
      }
  const added = (part: keyof Cost): Estimate =>
    estimate(
      subjects.map(({ costs }) =>
        quantile(
          costs.map((cost) => cost[part]),
          0.5,
        ),
      ),
    );
  const [loop, whole] = [added('loop'), added('whole')];
  assert.equal(spans, PROCESSES * (WARM_UP_ROUNDS + ROUNDS) * PAIRS * REQUESTS * 2);
  assertAtMost(MOST_LOOP_US, loop, 'the event loop');
  assertAtMost(MOST_WHOLE_US, whole, 'the process');
});

/** Fails when the goal is missed beyond the standard error, or when the error is too large to tell. */
function assertAtMost(most: number, { mean, error }: Estimate, part: string): void {
  const shown = `${part}: ${mean.toFixed(1)} us a request (standard error ${error.toFixed(1)})`;
  console.log(shown);
  assert.ok(error <= most / 2, `too busy a machine: ${shown}`);
  assert.ok(mean - 2 * error <= most, shown);
}
