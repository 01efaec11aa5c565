/** What sharing the limit costs a request: processor time of the proxy, and latency. Needs a quiet machine. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { freePort } from '../proxy/helpers/free-port.ts';
import { exchangeRaw, rawRequest } from '../proxy/helpers/raw-client.ts';
import { startProcess } from '../proxy/helpers/start-process.ts';
import { flood, quantile } from './helpers/flood.ts';
import { skip, startRedis } from './helpers/redis-server.ts';

const SECONDS = 4;

type Cost = { readonly cpu: number; readonly p50: number; readonly p99: number };

async function costOf(t: TestContext, environment: Record<string, string>): Promise<Cost> {
  const adminPort = await freePort();
  const { port } = await startProcess(t, {
    PROXY_RATE_LIMIT: '100000',
    PROXY_RATE_BURST: '100000',
    TRUSTED_PROXIES: '127.0.0.0/8',
    ADMIN_PORT: String(adminPort),
    ...environment,
  });
  const cpu = async (): Promise<number> => {
    const { body } = await exchangeRaw(adminPort, rawRequest('/metrics'));
    return Number(/^process_cpu_seconds_total\S* (\S+)$/m.exec(body)?.[1]);
  };
  await flood({ ports: [port], seconds: 2, connections: 4 });
  const before = await cpu();
  const answers = await flood({ ports: [port], seconds: SECONDS, connections: 4 });
  const used = (await cpu()) - before;
  const durations = answers.map(({ duration }) => duration);
  return {
    cpu: (used / answers.length) * 1e6,
    p50: quantile(durations, 0.5),
    p99: quantile(durations, 0.99),
  };
}

test('sharing the limit costs at most 40 us of processor time a request', { skip }, async (t) => {
  const redis = await startRedis(t);
  const alone = await costOf(t, {});
  const shared = await costOf(t, { SHARED_STATE_URL: redis.url });
  const show = ({ cpu, p50, p99 }: Cost): string =>
    `${cpu.toFixed(0)} us, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`;
  console.log(`alone ${show(alone)}; shared ${show(shared)}`);
  assert.ok(shared.cpu - alone.cpu <= 40, `${(shared.cpu - alone.cpu).toFixed(0)} us`);
  assert.ok(shared.p50 - alone.p50 <= 0.5 && shared.p99 - alone.p99 <= 2);
});
