/** What a candidate on trial adds to the latency of live traffic. Needs a quiet machine. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { eventLoopTime, proxyEnvironment, startServer } from '../../scripts/bench/front/servers.ts';
import { type LoadClient, openLoad } from '../helpers/steady-load.ts';
import { startBackend } from '../proxy/helpers/backend.ts';
import { linesOf } from '../proxy/helpers/lines-of.ts';
import { until } from '../proxy/helpers/until.ts';
import { quantile } from '../replicas/helpers/flood.ts';
import { COMMAND_LINE, emptyFolder, isBuilt, PROXY } from './helpers/built.ts';

const SAMPLE = 0.1;
/** Many: the p99 of a round varies by a tenth. */
const ROUNDS = 120;
const SECONDS = 1;
/** What else runs on the machine only ever adds to processor time. */
const QUIET_SHARE = 0.25;
/** The standard error of the median of n values is this times their median deviation, divided by the root of n. */
const ERROR_OF_MEDIAN = 1.86;
const MOST_PERCENT = 2;
const LOAD = {
  host: 'shop.test',
  connections: 16,
  rate: 300,
  path: '/catalogue?page=2&sort=price',
  headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)', Accept: 'text/html,*/*;q=0.8' },
};

/** Of the rounds of a proxy. */
type Measured = {
  /** Milliseconds. */
  readonly p99: number[];
  /** Microseconds of the event loop for each request. */
  readonly loop: number[];
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
  const subjects = [
    await startSubject(t, backend.port, {}),
    await startSubject(t, backend.port, {}),
    await startSubject(t, backend.port, trial),
  ];
  for (const { client } of subjects) await client.run(5);
  const judged = (): number =>
    linesOf(report).reduce((sum, line) => sum + Number(JSON.parse(line).judged ?? 0), 0);
  await until(() => judged() > 0);
  for (let round = 0; round < ROUNDS; round += 1)
    for (let turn = 0; turn < subjects.length; turn += 1)
      await subjects[(round + turn) % subjects.length]?.measure();
  const [alone, twin, tried] = subjects.map(({ measured }) => measured);
  assert.ok(alone !== undefined && twin !== undefined && tried !== undefined);
  const loop = subjects.map(({ measured }) => quantile(measured.loop, QUIET_SHARE).toFixed(0));
  const [noise, added] = [percentMore(twin, alone), percentMore(tried, alone, twin)];
  console.log(
    `p99 ${quantile(alone.p99, 0.5).toFixed(2)} ms; another proxy alike: ${shown(noise)}; with a candidate: ${shown(added)}; event loop, us a request: ${loop.join(', ')}; ${judged()} requests judged`,
  );
  assert.ok(added.median <= MOST_PERCENT, shown(added));
});

type Percent = { readonly median: number; readonly error: number };

/** How much more the p99 of a proxy is than the mean of others in the same round: the median of all rounds. */
function percentMore({ p99 }: Measured, ...others: readonly Measured[]): Percent {
  const percents = p99.map((value, round) => {
    const sum = others.reduce((total, other) => total + (other.p99[round] ?? 0), 0);
    return (value / (sum / others.length) - 1) * 100;
  });
  const median = quantile(percents, 0.5);
  const deviation = quantile(
    percents.map((percent) => Math.abs(percent - median)),
    0.5,
  );
  return { median, error: (ERROR_OF_MEDIAN * deviation) / Math.sqrt(percents.length) };
}

function shown({ median, error }: Percent): string {
  return `${median.toFixed(1)} % (standard error ${error.toFixed(1)})`;
}

type Subject = {
  readonly client: LoadClient;
  readonly measure: () => Promise<void>;
  readonly measured: Measured;
};

async function startSubject(
  t: TestContext,
  backendPort: number,
  environment: Record<string, string>,
): Promise<Subject> {
  const { port, process } = await startServer(PROXY, {
    ...proxyEnvironment(backendPort),
    ...environment,
  });
  t.after(() => process.kill('SIGKILL'));
  const client = await openLoad({ ...LOAD, port });
  t.after(client.close);
  const measured: Measured = { p99: [], loop: [] };
  const measure = async (): Promise<void> => {
    const before = eventLoopTime(process.pid) ?? 0;
    const durations = await client.run(SECONDS);
    measured.p99.push(quantile(durations, 0.99));
    measured.loop.push(((eventLoopTime(process.pid) ?? 0) - before) / durations.length);
  };
  return { client, measure, measured };
}
