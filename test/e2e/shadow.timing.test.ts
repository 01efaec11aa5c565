/**
 * What a candidate on trial adds to the latency of live traffic: two hosts with the same rules under two names, of which
 * the candidate has one, so that it is on and off in turns within one process. Needs a quiet machine.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventLoopTime, proxyEnvironment, startServer } from '../../scripts/bench/front/servers.ts';
import { type LoadClient, openLoad } from '../helpers/steady-load.ts';
import { linesOf } from '../proxy/helpers/lines-of.ts';
import { COMMAND_LINE, emptyFolder, isBuilt, PROXY } from './helpers/built.ts';
import {
  type Estimate,
  growthOf,
  growthOfP99,
  type Pair,
  typicalP99,
} from './helpers/growth-of-p99.ts';

const SAMPLE = '0.1';
const NAMES = ['one', 'two'] as const;
const RULES = ['profiles/base.conf', 'profiles/pl1-setup.conf', 'rules/*.conf'];
/** Of each process: seven minutes. The error falls with the root of their number. */
const PAIRS = Number(process.env['PAIRS'] ?? 60);
const SECONDS = 1;
const WARM_UP_SECONDS = 8;
/** Longer than requests wait for the candidate, and than it takes to judge them. */
const SETTLE_MS = 600;
const MOST_PERCENT = 2;
/** With a larger standard error a pass tells nothing: programs that wait for a processor make p99 several times as long. */
const MOST_ERROR = 2;
const MOST_LOOP_US = 20;
const LOAD = {
  connections: 16,
  rate: 400,
  path: '/catalogue?page=2&sort=price',
  headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)', Accept: 'text/html,*/*;q=0.8' },
};

type Subject = {
  /** Measures both hosts. */
  readonly measure: () => Promise<void>;
  /** Milliseconds of the responses. */
  readonly durations: readonly Pair<readonly number[]>[];
  /** Microseconds of the event loop that a request takes. */
  readonly loops: readonly Pair<number>[];
};

test(`a candidate that judges a tenth of the traffic adds ${MOST_PERCENT} % to p99 at most`, async (t) => {
  if (!isBuilt(t, PROXY) || !isBuilt(t, COMMAND_LINE)) return;
  const folder = emptyFolder(t);
  const entries = RULES.flatMap((entry) => ['--entry', entry]);
  const [one, two] = NAMES.map((name) => join(folder, `${name}.mjs`)) as [string, string];
  for (const [name, out] of [
    [NAMES[0], one],
    [NAMES[1], two],
  ] as const) {
    const compile = [COMMAND_LINE, 'compile', '--profile', name, ...entries, '--out', out];
    const compiled = spawnSync(process.execPath, compile, { encoding: 'utf8' });
    assert.equal(compiled.status, 0, compiled.stderr);
  }
  // In a process of its own, whose pauses are not those of the client.
  const backend = await startServer('scripts/bench/front/backend.ts', {});
  t.after(() => backend.process.kill('SIGKILL'));
  const report = join(folder, 'report.jsonl');
  const environment = {
    ...proxyEnvironment(backend.port),
    PROXY_WEB_HOSTS: 'one.test',
    PROXY_APIS_HOSTS: 'two.test',
    ENGINE_RULES_PATH_SITES: one,
    ENGINE_RULES_PATH_APIS: two,
    SHADOW_SAMPLE: SAMPLE,
    SHADOW_REPORT: report,
  };
  // One with a candidate for each host, so that a difference between the hosts does not count.
  const subjects = [
    await startSubject(t, { ...environment, SHADOW_RULES: one }, ['one', 'two']),
    await startSubject(t, { ...environment, SHADOW_RULES: two }, ['two', 'one']),
  ];
  for (let n = 0; n < PAIRS; n += 1) for (const { measure } of subjects) await measure();
  const durations = subjects.flatMap((subject) => subject.durations);
  const p99 = growthOfP99(durations);
  const loop = growthOf(subjects.flatMap((subject) => subject.loops));
  const judged = linesOf(report).reduce((sum, line) => sum + (JSON.parse(line).judged ?? 0), 0);
  const shown = `p99 ${typicalP99(durations).toFixed(2)} ms, with a candidate ${inWords(p99)} % more; event loop: ${inWords(loop)} us a request more; ${judged} requests judged`;
  console.log(shown);
  assert.ok(judged > 0);
  assert.ok(loop.value - 2 * loop.error <= MOST_LOOP_US, shown);
  assert.ok(p99.value - 2 * p99.error <= MOST_PERCENT, shown);
  if (p99.error > MOST_ERROR) t.skip(`too busy a machine: ${shown}`);
});

function inWords({ value, error }: Estimate): string {
  return `${value.toFixed(1)} (standard error ${error.toFixed(1)})`;
}

/** `hosts`: the one of which the candidate has the name, and the other. */
async function startSubject(
  t: TestContext,
  environment: Record<string, string>,
  hosts: readonly [string, string],
): Promise<Subject> {
  const { port, process } = await startServer(PROXY, environment);
  t.after(() => process.kill('SIGKILL'));
  const open = async (host: string): Promise<LoadClient> => {
    const client = await openLoad({ ...LOAD, port, host: `${host}.test` });
    t.after(client.close);
    await client.run(WARM_UP_SECONDS);
    return client;
  };
  const [tried, other] = [await open(hosts[0]), await open(hosts[1])];
  const durations: Pair<readonly number[]>[] = [];
  const loops: Pair<number>[] = [];
  const turn = async (client: LoadClient) => {
    const before = eventLoopTime(process.pid) ?? 0;
    const times = await client.run(SECONDS);
    await sleep(SETTLE_MS);
    return { times, loop: ((eventLoopTime(process.pid) ?? 0) - before) / times.length };
  };
  const measure = async (): Promise<void> => {
    const isTriedFirst = loops.length % 2 === 0;
    const first = await turn(isTriedFirst ? tried : other);
    const second = await turn(isTriedFirst ? other : tried);
    const [on, off] = isTriedFirst ? [first, second] : [second, first];
    durations.push({ off: off.times, on: on.times });
    loops.push({ off: off.loop, on: on.loop });
  };
  return { measure, durations, loops };
}
