/**
 * Measures the cost of the first requests relative to later ones: after a start, in a new worker, and after a
 * reload.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { BenchRequest, Mix } from '#compiler/cli/commands/bench/bench-request.ts';
import { median, SEED } from '#compiler/cli/commands/bench/bench-waf.ts';
import { varyRequest } from '#compiler/cli/commands/bench/vary-request.ts';
import { seededRandom } from '#compiler/seeded-random.ts';
import { startDemoBackend } from '../demo-backend.ts';
import { freePort } from './free-port.ts';
import { lower } from './processor-time-of.ts';

/** The events after which the first requests are measured. */
export const OCCASIONS = ['start', 'new worker', 'reload'] as const;
export type Occasion = (typeof OCCASIONS)[number];

export type FirstRequests = {
  readonly occasion: Occasion;
  readonly mix: string;
  /**
   * Processor microseconds per request: mean of the first FIRST, and of LATER requests that come well after them;
   * medians of the runs.
   */
  readonly first: number;
  readonly later: number;
  readonly ratio: number;
  /**
   * Milliseconds (processor-time-of.ts) from the start of the process until it is ready, or from the beginning of a
   * reload until its end.
   */
  readonly readyMilliseconds: number;
};

export const FIRST = 100;
const BETWEEN = 2400;
const LATER = 600;
const RUNS = 3;
const HOST = 'www.example.com';
const READINGS = 20;
const GIVE_UP_MS = 30_000;
const POLL_MS = 10;

type Proxy = {
  readonly child: ChildProcess;
  readonly port: number;
  readonly adminPort: number;
  readonly output: () => string;
};

/** `path`: the file of the proxy. `module`: compiled rules, which are changed for each reload. */
export async function measureFirstRequests(
  path: string,
  module: string,
  mixes: readonly Mix[],
): Promise<readonly FirstRequests[]> {
  const backend = await startDemoBackend(0);
  const figures: FirstRequests[] = [];
  try {
    for (const occasion of OCCASIONS) {
      for (const mix of mixes) {
        const runs: Omit<FirstRequests, 'occasion' | 'mix'>[] = [];
        for (let run = 0; run < RUNS; run += 1)
          runs.push(await measureOnce(path, module, occasion, mix, backend.port));
        const of = (key: 'first' | 'later' | 'ratio' | 'readyMilliseconds'): number =>
          median(runs.map((each) => each[key]));
        figures.push({
          occasion,
          mix: mix.name,
          first: of('first'),
          later: of('later'),
          ratio: of('ratio'),
          readyMilliseconds: of('readyMilliseconds'),
        });
      }
    }
  } finally {
    backend.close();
  }
  return figures;
}

async function measureOnce(
  path: string,
  module: string,
  occasion: Occasion,
  mix: Mix,
  backendPort: number,
): Promise<Omit<FirstRequests, 'occasion' | 'mix'>> {
  let started = performance.now();
  const proxy = await startProxy(path, backendPort, {
    WORKERS: occasion === 'new worker' ? '1' : '0',
    ENGINE_RULES_PATH_SITES: occasion === 'reload' ? module : '',
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const random = seededRandom(SEED);
  let sent = 0;
  const send = async (count: number): Promise<void> => {
    for (const end = sent + count; sent < end; sent += 1) {
      const next = mix.requests[sent % mix.requests.length];
      if (next !== undefined) await exchange(proxy.port, varyRequest(next, random), agent);
    }
  };
  try {
    let before = 0;
    if (occasion === 'new worker') {
      started = performance.now();
      await replaceWorker(proxy);
    }
    if (occasion === 'reload') {
      await send(FIRST + BETWEEN);
      before = await processorTime(proxy);
      started = performance.now();
      await reload(proxy, module);
    }
    const elapsed = performance.now() - started;
    const ready = await processorTime(proxy);
    const readyMilliseconds = lower(elapsed, (ready - before) / 1000);
    // The code that reports the figures must be warm too.
    for (let reading = 0; reading < READINGS; reading += 1) await processorTime(proxy);
    const timeOf = async (count: number): Promise<number> => {
      const begun = await processorTime(proxy);
      await send(count);
      return ((await processorTime(proxy)) - begun) / count;
    };
    const first = await timeOf(FIRST);
    await send(BETWEEN);
    const later = await timeOf(LATER);
    return { first, later, ratio: first / later, readyMilliseconds };
  } finally {
    agent.destroy();
    proxy.child.kill('SIGKILL');
    await once(proxy.child, 'exit');
  }
}

async function startProxy(
  path: string,
  backendPort: number,
  environment: Readonly<Record<string, string>>,
): Promise<Proxy> {
  const adminPort = await freePort();
  const child = spawn(process.execPath, [path], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      PORT: '0',
      ADMIN_PORT: String(adminPort),
      LISTEN_HOST: '127.0.0.1',
      BACKENDS: JSON.stringify({ default: [`127.0.0.1:${backendPort}`] }),
      PROXY_WEB_HOSTS: HOST,
      PROXY_RATE_LIMIT: '1000000',
      PROXY_RATE_BURST: '1000000',
      ACCESS_LOG: '/dev/null',
      AUDIT_LOG: '/dev/null',
      ERROR_LOG: '/dev/null',
      ...environment,
    },
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += String(chunk);
  });
  const port = await until(() => /^Listening on :([0-9]+)$/m.exec(text)?.[1]);
  return { child, port: Number(port), adminPort, output: () => text };
}

/** Kills the only worker; resolves when its replacement serves. */
async function replaceWorker({ child, adminPort }: Proxy): Promise<void> {
  const workers = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'latin1');
  process.kill(Number(workers.split(' ')[0]), 'SIGKILL');
  await until(async () => (await processorTimes(adminPort)).has('2'));
}

/** Reloads with a module that has not been loaded before. */
async function reload({ child, output }: Proxy, module: string): Promise<void> {
  appendFileSync(module, '\n//');
  child.kill('SIGHUP');
  await until(() => /^Reloaded$/m.exec(output()) ?? undefined);
}

/** Returns the microseconds that the newest serving process has used. */
async function processorTime({ adminPort }: Proxy): Promise<number> {
  return [...(await processorTimes(adminPort)).values()].at(-1) ?? Number.NaN;
}

/** Returns the microseconds of each process by its label. */
async function processorTimes(adminPort: number): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`http://127.0.0.1:${adminPort}/metrics`);
  const lines = /^process_cpu_seconds_total\{worker="([0-9]+)"\} ([0-9.]+)$/gm;
  const found = [...(await response.text()).matchAll(lines)];
  return new Map(found.map(([, worker = '', seconds]) => [worker, Number(seconds) * 1e6]));
}

async function until<T>(
  find: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> {
  for (const end = performance.now() + GIVE_UP_MS; performance.now() < end; ) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    await setTimeout(POLL_MS);
  }
  throw new Error('the proxy does not start: make run shows why');
}

/** Sends a request. Resolves when the response has arrived, whatever its status. */
function exchange(port: number, sent: BenchRequest, agent: Agent): Promise<void> {
  const { method, target, headers, body } = sent;
  const options = { host: '127.0.0.1', port, method, path: target, agent };
  return new Promise((resolve, reject) => {
    request({ ...options, headers: Object.fromEntries(headers) }, (response) => {
      response.resume().on('end', resolve).on('error', reject);
    })
      .on('error', reject)
      .end(Buffer.from(body, 'latin1'));
  });
}
