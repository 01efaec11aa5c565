/** What sharing the limit costs a request: processor time of the proxy, and latency. Needs a quiet machine. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { processorTime, proxyEnvironment, startServer } from '#scripts/bench/front/servers.ts';
import { startBackend } from '../proxy/helpers/backend.ts';
import { freePort } from '../proxy/helpers/free-port.ts';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { type Answer, flood, quantile } from './helpers/flood.ts';
import { skip, startRedis } from './helpers/redis-server.ts';

/** Many and short: the processes take turns, so that each has quiet moments of the machine. */
const ROUNDS = 100;
const SECONDS = 0.1;
const WARM_UP_SECONDS = 2;
const CONNECTIONS = 4;
/** What else runs on the machine only ever adds: the tenth of the rounds with the lowest figures is compared. */
const QUIET_SHARE = 0.1;

/** Microseconds of processor time a request, and milliseconds. */
type Cost = { readonly cpu: number; readonly p50: number; readonly p99: number };

type Subject = {
  readonly measure: () => Promise<Cost>;
  readonly metrics: () => Promise<string>;
};

/** The program as it is deployed, without inspection, warmed up. */
async function startSubject(
  t: TestContext,
  backendPort: number,
  environment: Record<string, string>,
): Promise<Subject> {
  const adminPort = await freePort();
  const { port, process } = await startServer('dist/proxy.js', {
    ...proxyEnvironment(backendPort),
    ENGINE_MODE: 'off',
    PROXY_WEB_HOSTS: 'web.test',
    TRUSTED_PROXIES: '127.0.0.0/8',
    ADMIN_PORT: String(adminPort),
    ...environment,
  });
  t.after(() => process.kill('SIGKILL'));
  const ask = (seconds: number): Promise<readonly Answer[]> =>
    flood({ ports: [port], seconds, connections: CONNECTIONS });
  await ask(WARM_UP_SECONDS);
  return {
    measure: async () => {
      const before = processorTime(process.pid) ?? 0;
      const answers = await ask(SECONDS);
      const cpu = ((processorTime(process.pid) ?? 0) - before) / answers.length;
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
      const durations = answers.map(({ duration }) => duration);
      return { cpu, p50: quantile(durations, 0.5), p99: quantile(durations, 0.99) };
    },
    metrics: async () => (await exchangeRaw(adminPort, rawRequest('/metrics'))).body,
  };
}

test('sharing the limit costs at most 40 us of processor time a request', { skip }, async (t) => {
  const redis = await startRedis(t);
  const backend = await startBackend();
  t.after(backend.close);
  const alone = await startSubject(t, backend.port, {});
  // Patient: on a busy machine the store decides all the same.
  const sharing = { SHARED_STATE_URL: redis.url, SHARED_TIMEOUT: '0.5' };
  const shared = await startSubject(t, backend.port, sharing);
  const costs: Record<'alone' | 'shared', Cost[]> = { alone: [], shared: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    costs.alone.push(await alone.measure());
    costs.shared.push(await shared.measure());
  }
  const added = (figure: keyof Cost): number =>
    quiet(costs.shared, figure) - quiet(costs.alone, figure);
  const [cpu, p50, p99] = [added('cpu'), added('p50'), added('p99')];
  console.log(`${cpu.toFixed(0)} us, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms more`);
  assert.match(await shared.metrics(), /^waf_shared_local_decisions_total 0$/m);
  assert.ok(cpu <= 40, `${cpu.toFixed(0)} us`);
  assert.ok(p50 <= 0.5 && p99 <= 2);
});

function quiet(costs: readonly Cost[], figure: keyof Cost): number {
  const values = costs.map((cost) => cost[figure]);
  return quantile(values, QUIET_SHARE);
}
