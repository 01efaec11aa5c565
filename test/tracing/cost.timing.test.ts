/** What traces cost a request: processor time of the proxy, with every request sampled. Needs a quiet machine. */
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { type TestContext, test } from 'node:test';
import { processorTime, proxyEnvironment, startServer } from '../../scripts/bench/front/servers.ts';
import { startBackend } from '../proxy/helpers/backend.ts';
import { ask, quantile } from '../replicas/helpers/flood.ts';
import { startReceiver } from './helpers/otlp-receiver.ts';

/** Many: the processes take turns, so that each has quiet moments of the machine. */
const ROUNDS = 60;
/** Of a round: spans of two batches. */
const REQUESTS = 512;
const WARM_UP_ROUNDS = 6;
const CONNECTIONS = 4;
/** What else runs on the machine only ever adds. */
const QUIET_SHARE = 0.25;
const MOST_US = 10;

/** Sends a round of requests; returns the proxy's microseconds for each. */
type Subject = () => Promise<number>;

/** The program as it is deployed. */
async function startSubject(
  t: TestContext,
  backendPort: number,
  environment: Record<string, string>,
): Promise<Subject> {
  const { port, process } = await startServer('dist/proxy.js', {
    ...proxyEnvironment(backendPort),
    PROXY_WEB_HOSTS: 'web.test',
    TRUSTED_PROXIES: '127.0.0.0/8',
    ...environment,
  });
  t.after(() => process.kill('SIGKILL'));
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  const round = async (): Promise<number> => {
    const before = processorTime(process.pid) ?? 0;
    const loop = async (): Promise<void> => {
      for (let n = 0; n < REQUESTS / CONNECTIONS; n += 1) {
        const { status } = await ask(port, agent, '192.0.2.1', '/shop/items?page=2');
        assert.equal(status, 200);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, loop));
    return ((processorTime(process.pid) ?? 0) - before) / REQUESTS;
  };
  for (let n = 0; n < WARM_UP_ROUNDS; n += 1) await round();
  return round;
}

test(`traces cost at most ${MOST_US} us of processor time a request`, async (t) => {
  const receiver = await startReceiver(t);
  const backend = await startBackend();
  t.after(backend.close);
  const off = await startSubject(t, backend.port, {});
  const on = await startSubject(t, backend.port, { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
  const costs = { off: Array.of<number>(), on: Array.of<number>() };
  for (let n = 0; n < ROUNDS; n += 1) {
    costs.off.push(await off());
    costs.on.push(await on());
  }
  const cost = {
    off: quantile(costs.off, QUIET_SHARE),
    on: quantile(costs.on, QUIET_SHARE),
  };
  const added = cost.on - cost.off;
  console.log(
    `${cost.off.toFixed(1)} us without, ${cost.on.toFixed(1)} us with: ${added.toFixed(1)} us a request`,
  );
  assert.ok(receiver.spans.length > ROUNDS * REQUESTS, `${receiver.spans.length} spans`);
  assert.ok(added <= MOST_US, `${added.toFixed(1)} us`);
});
