/** From spawn to the first answer of the proxy, its memory, and the size of its file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { startDemoBackend } from '../demo-backend.ts';
import { median } from './bench-waf.ts';

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

const BUNDLE = 'dist/proxy.js';
const RUNS = 7;
const REQUESTS = 2000;
const GIVE_UP_MS = 10_000;

type Run = { readonly milliseconds: number; readonly rss: number | undefined };

export async function measureStart(): Promise<StartFigures> {
  const backend = await startDemoBackend(0);
  try {
    const { port } = backend.address() as AddressInfo;
    const runs: Run[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await runProxy(port, 1));
    const busy = await runProxy(port, REQUESTS);
    const bundle = readFileSync(BUNDLE);
    return {
      bundleBytes: statSync(BUNDLE).size,
      bundleGzipBytes: gzipSync(bundle).length,
      startMilliseconds: Math.round(median(runs.map(({ milliseconds }) => milliseconds))),
      nodeMilliseconds: Math.round(await timeOfNode()),
      startRssBytes: runs.at(-1)?.rss,
      busyRssBytes: busy.rss,
    };
  } finally {
    backend.closeAllConnections();
    backend.close();
  }
}

async function runProxy(backendPort: number, requests: number): Promise<Run> {
  const port = await freePort();
  const started = performance.now();
  const proxy = spawn(process.execPath, [BUNDLE], {
    stdio: 'ignore',
    env: {
      PORT: String(port),
      LISTEN_HOST: '127.0.0.1',
      BACKENDS: JSON.stringify({ default: [`127.0.0.1:${backendPort}`] }),
      PROXY_WEB_HOSTS: '127.0.0.1',
      PROXY_RATE_LIMIT: '0',
      ACCESS_LOG: 'off',
      AUDIT_LOG: 'off',
      ERROR_LOG: 'off',
    },
  });
  try {
    await firstAnswer(proxy, port);
    const milliseconds = performance.now() - started;
    const agent = new Agent({ keepAlive: true });
    for (let count = 1; count < requests; count += 1) await ask(port, `/?page=${count}`, agent);
    agent.destroy();
    return { milliseconds, rss: residentBytes(proxy) };
  } finally {
    proxy.kill('SIGKILL');
    if (proxy.exitCode === null && proxy.signalCode === null) await once(proxy, 'exit');
  }
}

async function firstAnswer(proxy: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + GIVE_UP_MS;
  for (;;) {
    try {
      return await ask(port, '/');
    } catch {
      if (proxy.exitCode !== null || performance.now() > deadline) {
        throw new Error(`${BUNDLE} does not start: try node ${BUNDLE}`);
      }
    }
  }
}

/** Resolves when the answer has arrived, whatever its status. */
function ask(port: number, path: string, agent?: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, ...(agent && { agent }) }, (answer) => {
      answer.resume().on('end', resolve).on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
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
