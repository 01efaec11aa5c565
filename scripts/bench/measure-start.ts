/** From spawn to the first answer of the proxy, its memory, and the size of its file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { median } from '../../compiler/bench/bench-waf.ts';
import { startDemoBackend } from '../demo-backend.ts';

export type StartFigures = {
  readonly bundleBytes: number;
  readonly bundleGzipBytes: number;
  /** Spawn to answer, median; and the same of an empty Node program, to its exit. */
  readonly startMilliseconds: number;
  readonly nodeMilliseconds: number;
  /** Resident memory after the first answer and after many; undefined where /proc is missing. */
  readonly startRssBytes: number | undefined;
  readonly busyRssBytes: number | undefined;
};

export const BUSY_REQUESTS = 2000;
const BUNDLE = 'dist/proxy.js';
const RUNS = 7;
const GIVE_UP_MS = 20_000;

type Run = { readonly milliseconds: number; readonly rss: number | undefined };

/** Throws when the proxy does not start. */
export async function measureStart(): Promise<StartFigures> {
  const backend = await startDemoBackend(0);
  try {
    const runs: Run[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await runProxy(backend.port, 1));
    const busy = await runProxy(backend.port, BUSY_REQUESTS);
    const bundle = readFileSync(BUNDLE);
    return {
      bundleBytes: bundle.length,
      bundleGzipBytes: gzipSync(bundle).length,
      startMilliseconds: Math.round(median(runs.map(({ milliseconds }) => milliseconds))),
      nodeMilliseconds: Math.round(await timeOfNode()),
      startRssBytes: runs.at(-1)?.rss,
      busyRssBytes: busy.rss,
    };
  } finally {
    backend.close();
  }
}

/** The time is that of the first request; the memory that after all of them. */
async function runProxy(backendPort: number, requests: number): Promise<Run> {
  const started = performance.now();
  const proxy = spawn(process.execPath, [BUNDLE], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      PORT: '0',
      LISTEN_HOST: '127.0.0.1',
      BACKENDS: JSON.stringify({ default: [`127.0.0.1:${backendPort}`] }),
      PROXY_WEB_HOSTS: '127.0.0.1',
      PROXY_RATE_LIMIT: '0',
      ACCESS_LOG: 'off',
      AUDIT_LOG: 'off',
      ERROR_LOG: 'off',
    },
  });
  const agent = new Agent({ keepAlive: true });
  try {
    const port = await listeningPort(proxy.stdout);
    await ask(port, '/', agent);
    const milliseconds = performance.now() - started;
    for (let count = 1; count < requests; count += 1) await ask(port, `/?page=${count}`, agent);
    return { milliseconds, rss: residentBytes(proxy) };
  } finally {
    agent.destroy();
    proxy.kill('SIGKILL');
    if (proxy.exitCode === null && proxy.signalCode === null) await once(proxy, 'exit');
  }
}

async function listeningPort(output: NodeJS.ReadableStream): Promise<number> {
  const signal = AbortSignal.timeout(GIVE_UP_MS);
  for await (const line of createInterface({ input: output, signal })) {
    const port = /^Listening on :([0-9]+)$/.exec(line)?.[1];
    if (port === undefined) continue;
    output.resume();
    return Number(port);
  }
  throw new Error(`${BUNDLE} does not start: make run shows why`);
}

/** Resolves when the answer has arrived, whatever its status. */
function ask(port: number, path: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, agent }, (answer) => {
      answer.resume().on('end', resolve).on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

async function timeOfNode(): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const started = performance.now();
    await once(spawn(process.execPath, ['-e', ''], { stdio: 'ignore' }), 'exit');
    times.push(performance.now() - started);
  }
  return median(times);
}

function residentBytes({ pid }: ChildProcess): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+([0-9]+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
    return kilobytes === null ? undefined : Number(kilobytes[1]) * 1024;
  } catch {
    return undefined;
  }
}
