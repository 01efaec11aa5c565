/**
 * What a candidate on trial adds to the latency of live traffic: two hosts with the same rules under two names, of which
 * the candidate has one, so that it is on and off in turns within one process. Needs a quiet machine.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventLoopTime, proxyEnvironment, startServer } from '#scripts/bench/front/servers.ts';
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

/** What the goals are for, and their limits. */
const GOAL = { sample: 0.1, percent: 2, loopUs: 20 };
/**
 * Five times the sample of the goals: at a tenth, stalls of the machine add more than the candidate. What it adds is taken to
 * grow at least in proportion to what it judges.
 */
const SAMPLE = 0.5;
const SHARE = GOAL.sample / SAMPLE;
const NAMES = ['one', 'two'] as const;
const RULES = ['profiles/base.conf', 'profiles/pl1-setup.conf', 'rules/*.conf'];
/** Of each process: seven minutes. The error falls with the root of their number. */
const PAIRS = Number(process.env['PAIRS'] ?? 60);
const SECONDS = 1;
/** V8 compiles most of a candidate's code while it judges its first 3,000 requests. */
const WARM_UP_SECONDS = 30;
const WARM_UP_RATE = 1000;
/** Longer than requests wait for the candidate, and than it takes to judge them. */
const SETTLE_MS = 600;
/** With a larger standard error a pass tells nothing: programs that wait for a processor make p99 several times as long. */
const MOST_ERROR = 2;
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

test(`a candidate that judges a tenth of the traffic adds ${GOAL.percent} % to p99 at most`, async (t) => {
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
    SHADOW_SAMPLE: String(SAMPLE),
    SHADOW_REPORT: report,
  };
  // One with a candidate for each host, so that a difference between the hosts does not count.
  const subjects = [
    await startSubject(t, { ...environment, SHADOW_RULES: one }, ['one', 'two']),
    await startSubject(t, { ...environment, SHADOW_RULES: two }, ['two', 'one']),
  ];
  for (let n = 0; n < PAIRS; n += 1) for (const { measure } of subjects) await measure();
  const durations = subjects.flatMap((subject) => subject.durations);
  const p99 = shareOf(growthOfP99(durations));
  const loop = shareOf(growthOf(subjects.flatMap((subject) => subject.loops)));
  const judged = linesOf(report).reduce((sum, line) => sum + (JSON.parse(line).judged ?? 0), 0);
  const shown = `p99 ${typicalP99(durations).toFixed(2)} ms, with a candidate for ${100 * GOAL.sample} % ${inWords(p99)} % more; event loop: ${inWords(loop)} us a request more; ${judged} requests judged`;
  console.log(shown);
  assert.ok(judged > 0);
  assert.ok(loop.value - 2 * loop.error <= GOAL.loopUs, shown);
  assert.ok(p99.value - 2 * p99.error <= GOAL.percent, shown);
  if (p99.error > MOST_ERROR) t.skip(`too busy a machine: ${shown}`);
});

function shareOf({ value, error }: Estimate): Estimate {
  return { value: value * SHARE, error: error * SHARE };
}

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
    const to = { ...LOAD, port, host: `${host}.test` };
    const warmUp = await openLoad({ ...to, rate: WARM_UP_RATE });
    await warmUp.run(WARM_UP_SECONDS);
    warmUp.close();
    const client = await openLoad(to);
    t.after(client.close);
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
