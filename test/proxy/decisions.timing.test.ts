/** What asking for a decision adds to a request through nginx. Needs a quiet machine. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { proxyEnvironment, startServer } from '#scripts/bench/front/servers.ts';
import { readBlocks } from '../docs/helpers/read-blocks.ts';
import { emptyFolder, isBuilt, PROXY } from '../e2e/helpers/built.ts';
import { type LoadClient, openLoad } from '../helpers/steady-load.ts';
import { quantile } from '../replicas/helpers/flood.ts';
import { startBackend } from './helpers/backend.ts';
import { freePort } from './helpers/free-port.ts';
import { nginxCommand, writeNginx } from './helpers/nginx.ts';
import { exchangeRaw, rawRequest } from './helpers/raw-client.ts';
import { until } from './helpers/until.ts';

const PAGE = 'docs/decision-service.md';
const CONNECTIONS = 400;
const RATE = 400;
const ROUNDS = 20;
const SECONDS = 2;
/** What else runs on the machine only ever adds: the fifth of the rounds with the lowest figures is compared. */
const QUIET_SHARE = 0.2;
const HEADERS = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)', Accept: 'text/html,*/*;q=0.8' };

test(`decisions for nginx at ${CONNECTIONS} connections add 1 ms to p50 and 10 ms to p99 at most`, async (t) => {
  if (!isBuilt(t, PROXY)) return;
  if (spawnSync('nginx', ['-v']).error !== undefined) {
    t.skip('nginx is not installed');
    return;
  }
  const backend = await startBackend();
  t.after(backend.close);
  const decisionPort = await freePort();
  const { process } = await startServer(PROXY, {
    ...proxyEnvironment(backend.port),
    DECISION_PORT: String(decisionPort),
    TRUSTED_PROXIES: '127.0.0.0/8',
  });
  t.after(() => process.kill('SIGKILL'));
  const asking = sample()
    .replace('127.0.0.1:9090', `127.0.0.1:${decisionPort}`)
    .replace('127.0.0.1:5000', backend.address);
  const clients = {
    alone: await startNginx(t, asking.replace('auth_request /_decision;', '')),
    asking: await startNginx(t, asking),
  };
  await clients.asking.run(10);
  const figures: Record<keyof typeof clients, { p50: number; p99: number }[]> = {
    alone: [],
    asking: [],
  };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of ['alone', 'asking'] as const) {
      const durations = await clients[name].run(SECONDS);
      figures[name].push({ p50: quantile(durations, 0.5), p99: quantile(durations, 0.99) });
    }
  const quiet = (name: keyof typeof clients, figure: 'p50' | 'p99'): number =>
    quantile(
      figures[name].map((round) => round[figure]),
      QUIET_SHARE,
    );
  const p50 = quiet('asking', 'p50') - quiet('alone', 'p50');
  const [alone, p99] = [quiet('alone', 'p99'), quiet('asking', 'p99')];
  console.log(
    `p50 ${p50.toFixed(2)} ms more; p99 ${p99.toFixed(2)} ms, without decisions ${alone.toFixed(2)}; ${RATE} requests a second`,
  );
  assert.ok(p50 <= 1 && p99 - alone <= 10);
});

function sample(): string {
  const blocks = readBlocks(PAGE, readFileSync(PAGE, 'utf8'));
  const found = blocks.find(
    ({ language, text }) => language === 'nginx' && text.includes('auth_request'),
  );
  assert.ok(found !== undefined);
  return found.text;
}

async function startNginx(t: TestContext, text: string): Promise<LoadClient> {
  const folder = emptyFolder(t);
  const port = await freePort();
  writeNginx(text, port, folder);
  const [program, ...words] = nginxCommand(folder);
  const child = spawn(program, words, { stdio: 'ignore' });
  t.after(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  await until(async () => {
    const headers = ['User-Agent: x', 'Accept: */*'];
    const answer = await exchangeRaw(port, rawRequest('/', headers, { host: 'shop.test' })).catch(
      () => undefined,
    );
    return answer?.status === 200;
  });
  const load = { port, host: 'shop.test', connections: CONNECTIONS, rate: RATE, headers: HEADERS };
  const client = await openLoad(load);
  t.after(client.close);
  return client;
}
