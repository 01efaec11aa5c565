/** What a candidate on trial adds to the latency of live traffic. Needs a quiet machine. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { proxyEnvironment, startServer } from '../../scripts/bench/front/servers.ts';
import { type LoadClient, openLoad } from '../helpers/steady-load.ts';
import { startBackend } from '../proxy/helpers/backend.ts';
import { linesOf } from '../proxy/helpers/lines-of.ts';
import { until } from '../proxy/helpers/until.ts';
import { quantile } from '../replicas/helpers/flood.ts';
import { COMMAND_LINE, emptyFolder, isBuilt, PROXY } from './helpers/built.ts';

const SAMPLE = 0.1;
const ROUNDS = 60;
const SECONDS = 1;
/** What else runs on the machine only ever adds: the fifth of the rounds with the lowest figures is compared. */
const QUIET_SHARE = 0.2;
const LOAD = {
  host: 'shop.test',
  connections: 16,
  rate: 300,
  path: '/catalogue?page=2&sort=price',
  headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)', Accept: 'text/html,*/*;q=0.8' },
};

test('a candidate that judges a tenth of the traffic adds 2 % to p99 at most', async (t) => {
  if (!isBuilt(t, PROXY) || !isBuilt(t, COMMAND_LINE)) return;
  const folder = emptyFolder(t);
  const module = join(folder, 'next.mjs');
  const compile = [COMMAND_LINE, 'compile', '--profile', 'pl1', '--out', module];
  const compiled = spawnSync(process.execPath, compile, { encoding: 'utf8' });
  assert.equal(compiled.status, 0, compiled.stderr);
  const backend = await startBackend();
  t.after(backend.close);
  const report = join(folder, 'report.jsonl');
  const trial = { SHADOW_RULES: module, SHADOW_SAMPLE: String(SAMPLE), SHADOW_REPORT: report };
  // The second one without a candidate shows how far two equal proxies lie apart.
  const clients = [
    await startClient(t, backend.port, {}),
    await startClient(t, backend.port, {}),
    await startClient(t, backend.port, trial),
  ];
  for (const client of clients) await client.run(5);
  const judged = (): number =>
    linesOf(report).reduce((sum, line) => sum + Number(JSON.parse(line).judged ?? 0), 0);
  await until(() => judged() > 0);
  const p99: number[][] = clients.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < clients.length; turn += 1) {
      const index = (round + turn) % clients.length;
      const durations = (await clients[index]?.run(SECONDS)) ?? [];
      p99[index]?.push(quantile(durations, 0.99));
    }
  }
  const [alone = 0, control = 0, tried = 0] = p99.map((values) => quantile(values, QUIET_SHARE));
  const percent = (value: number): string => `${((value / alone - 1) * 100).toFixed(1)} %`;
  console.log(
    `p99 ${alone.toFixed(2)} ms; another proxy alike: ${percent(control)}; with a candidate: ${percent(tried)}; ${judged()} requests judged`,
  );
  assert.ok(tried <= Math.max(alone, control) * 1.02);
});

async function startClient(
  t: TestContext,
  backendPort: number,
  environment: Record<string, string>,
): Promise<LoadClient> {
  const { port, process } = await startServer(PROXY, {
    ...proxyEnvironment(backendPort),
    ...environment,
  });
  t.after(() => process.kill('SIGKILL'));
  const client = await openLoad({ ...LOAD, port });
  t.after(client.close);
  return client;
}
