/** What traces cost a request: processor time of the proxy, with every request sampled. Needs a quiet machine. */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { type TestContext, test } from 'node:test';
import {
  eventLoopTime,
  processorTime,
  proxyEnvironment,
  startServer,
} from '../../scripts/bench/front/servers.ts';
import { startBackend } from '../proxy/helpers/backend.ts';
import { ask, quantile } from '../replicas/helpers/flood.ts';
import { startReceiver } from './helpers/otlp-receiver.ts';

/**
 * Processes of each kind. Many: two that are alike differ by 10 us and more, as V8 compiles what it finds hot at the
 * time.
 */
const PROCESSES = 16;
/** The processes take turns, so that each has quiet moments of the machine. */
const ROUNDS = 8;
/** Of a round: spans of two batches. */
const REQUESTS = 512;
/**
 * Of one batch, before each round: the first requests after the turns of other processes take 15 us more, as the
 * caches of the processor have been used for these.
 */
const WARM_UP_REQUESTS = 256;
const WARM_UP_ROUNDS = 5;
const CONNECTIONS = 4;
/** What else runs on the machine only ever adds. */
const QUIET_SHARE = 0.25;
/** On the event loop, which serves requests. */
const MOST_LOOP_US = 10;
/** Of the whole process: of the thread, too, that makes spans and sends them. */
const MOST_WHOLE_US = 60;

/** Microseconds for each request. */
type Cost = { readonly loop: number; readonly whole: number };

/** Sends a round of requests. */
type Subject = () => Promise<Cost>;

/** The program as it is deployed. `settled` resolves when all is done for the requests of a round. */
async function startSubject(
  t: TestContext,
  backendPort: number,
  environment: Record<string, string>,
  settled: (requests: number) => Promise<void>,
): Promise<Subject> {
  const { port, process } = await startServer('dist/proxy.js', {
    ...proxyEnvironment(backendPort),
    PROXY_WEB_HOSTS: 'web.test',
    TRUSTED_PROXIES: '127.0.0.0/8',
    // Longer than the turns of the others take.
    KEEPALIVE_TIMEOUT: '600',
    CLIENT_IDLE_TIMEOUT: '600',
    ...environment,
  });
  t.after(() => process.kill('SIGKILL'));
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  const spent = (): Cost => ({
    loop: eventLoopTime(process.pid) ?? 0,
    whole: processorTime(process.pid) ?? 0,
  });
  const send = async (requests: number): Promise<void> => {
    const loop = async (): Promise<void> => {
      for (let n = 0; n < requests / CONNECTIONS; n += 1) {
        const { status } = await ask(port, agent, '192.0.2.1', '/shop/items?page=2');
        assert.equal(status, 200);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, loop));
    await settled(requests);
  };
  const round = async (): Promise<Cost> => {
    await send(WARM_UP_REQUESTS);
    const before = spent();
    await send(REQUESTS);
    const after = spent();
    return {
      loop: (after.loop - before.loop) / REQUESTS,
      whole: (after.whole - before.whole) / REQUESTS,
    };
  };
  for (let n = 0; n < WARM_UP_ROUNDS; n += 1) await round();
  return round;
}

type Estimate = { readonly median: number; readonly error: number };

/** The median of processes. Its standard error is 1.86 median deviations, divided by the root of their number. */
function middle(values: readonly number[]): Estimate {
  const median = quantile(values, 0.5);
  const deviation = quantile(
    values.map((value) => Math.abs(value - median)),
    0.5,
  );
  return { median, error: (1.86 * deviation) / Math.sqrt(values.length) };
}

test(`traces cost a request ${MOST_LOOP_US} us of the event loop at most, and the process ${MOST_WHOLE_US}`, async (t) => {
  const backend = await startBackend();
  t.after(backend.close);
  const off: Subject[] = [];
  const on: Subject[] = [];
  let spans = 0;
  for (let n = 0; n < PROCESSES; n += 1) {
    off.push(await startSubject(t, backend.port, {}, async () => {}));
    const receiver = await startReceiver(t);
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url };
    on.push(
      await startSubject(t, backend.port, environment, async (requests) => {
        await receiver.received(2 * requests);
        spans += receiver.spans.splice(0).length;
      }),
    );
  }
  const costs = { off: off.map(() => Array.of<Cost>()), on: on.map(() => Array.of<Cost>()) };
  for (let n = 0; n < ROUNDS; n += 1) {
    for (const [index, subject] of off.entries()) costs.off[index]?.push(await subject());
    for (const [index, subject] of on.entries()) costs.on[index]?.push(await subject());
  }
  /** Of each process in quiet moments. */
  const usual = (processes: readonly (readonly Cost[])[], part: keyof Cost): Estimate =>
    middle(
      processes.map((rounds) =>
        quantile(
          rounds.map((cost) => cost[part]),
          QUIET_SHARE,
        ),
      ),
    );
  const added = (part: keyof Cost): number => {
    const [without, traced] = [usual(costs.off, part), usual(costs.on, part)];
    const more = traced.median - without.median;
    const error = Math.hypot(traced.error, without.error);
    console.log(
      `${part}: ${without.median.toFixed(1)} us a request without traces, ${traced.median.toFixed(1)} with: ${more.toFixed(1)} more (standard error ${error.toFixed(1)})`,
    );
    return more;
  };
  const [loop, whole] = [added('loop'), added('whole')];
  assert.equal(spans, PROCESSES * (ROUNDS + WARM_UP_ROUNDS) * (WARM_UP_REQUESTS + REQUESTS) * 2);
  assert.ok(loop <= MOST_LOOP_US, `${loop.toFixed(1)} us of the event loop`);
  assert.ok(whole <= MOST_WHOLE_US, `${whole.toFixed(1)} us of the process`);
});
