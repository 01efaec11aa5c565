/** Measures the memory of the proxy's processes after many requests, and its parts. Linux only. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BenchRequest } from '#compiler/cli/commands/bench/bench-request.ts';
import { SEED } from '#compiler/cli/commands/bench/bench-waf.ts';
import { varyRequest } from '#compiler/cli/commands/bench/vary-request.ts';
import { seededRandom } from '#compiler/seeded-random.ts';
import { startDemoBackend } from '../demo-backend.ts';
import { listeningPort, send } from './measure-start.ts';

/** Memory in bytes. */
export type ProcessMemory = {
  readonly rss: number;
  /** The part of `rss` in pages of files, such as Node's program, which all processes share. */
  readonly file: number;
  /** V8's heap; `newSpace` and `code`: its parts for new objects and for machine code. */
  readonly heap: number;
  readonly newSpace: number;
  readonly code: number;
  /** Memory outside the heap that V8 counts: buffers, and tables of automata. */
  readonly external: number;
  /** Heaps of the threads that inspect large bodies, with what is external to them. */
  readonly threads?: number;
  /** The part of `rss` in pages that no other process uses: what one more process takes. Undefined in older figures. */
  readonly private?: number;
  /** `private`, and its share of the pages that several processes use (PSS). Undefined in older figures. */
  readonly proportional?: number;
};

export type MemoryFigures = {
  readonly requests: number;
  /** The only process with WORKERS=0. */
  readonly alone: ProcessMemory;
  /** The primary process with WORKERS=2. */
  readonly supervisor: ProcessMemory;
  readonly workers: readonly ProcessMemory[];
};

export const MEMORY_REQUESTS = 100_000;
const CONNECTIONS = 8;
const STEP_MS = 50;
const REPORT = resolve('scripts/bench/report-memory.cjs');
/** One host for each profile. */
const HOSTS = ['www.example.com', 'api.example.com'] as const;

/** `bundle`: the file of the proxy. Returns undefined when there is no /proc. */
export async function measureMemory(
  bundle: string,
  requests: readonly BenchRequest[],
  count = MEMORY_REQUESTS,
): Promise<MemoryFigures | undefined> {
  if (!existsSync('/proc/self/status')) return undefined;
  const [alone] = await memoryOf(bundle, 0, requests, count);
  const [supervisor, ...workers] = await memoryOf(bundle, 2, requests, count);
  if (alone === undefined || supervisor === undefined) return undefined;
  return { requests: count, alone, supervisor, workers };
}

/** Returns the memory of the started process, then that of its children. */
async function memoryOf(
  bundle: string,
  workers: number,
  requests: readonly BenchRequest[],
  count: number,
): Promise<readonly ProcessMemory[]> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-memory-'));
  const backend = await startDemoBackend(0);
  const proxy = spawn(process.execPath, ['--require', REPORT, bundle], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      MEMORY_REPORTS: folder,
      // As the image and the unit of systemd set it.
      MALLOC_ARENA_MAX: '2',
      MALLOC_TRIM_THRESHOLD_: '131072',
      NODE_OPTIONS: '--max-semi-space-size=8',
      PORT: '0',
      LISTEN_HOST: '127.0.0.1',
      WORKERS: String(workers),
      BACKENDS: JSON.stringify({ default: [`127.0.0.1:${backend.port}`] }),
      PROXY_WEB_HOSTS: HOSTS[0],
      PROXY_APIS_HOSTS: HOSTS[1],
      PROXY_RATE_LIMIT: '0',
      ACCESS_LOG: 'off',
      AUDIT_LOG: 'off',
      ERROR_LOG: 'off',
    },
  });
  try {
    await sendMany(await listeningPort(proxy.stdout, bundle), requests, count);
    return await Promise.all(processesOf(proxy).map((pid) => reportOf(pid, folder)));
  } finally {
    proxy.kill('SIGKILL');
    backend.close();
    rmSync(folder, { recursive: true });
  }
}

/** Sends requests on connections that stay open, to the hosts alternately. */
async function sendMany(
  port: number,
  requests: readonly BenchRequest[],
  count: number,
): Promise<void> {
  const random = seededRandom(SEED);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < count) {
      const request = requests[next % requests.length];
      const host = HOSTS[next % HOSTS.length] ?? HOSTS[0];
      next += 1;
      if (request === undefined) return;
      const { headers, ...varied } = varyRequest(request, random);
      const others = headers.filter(([name]) => name.toLowerCase() !== 'host');
      await send(port, { ...varied, headers: [['Host', host], ...others] }, agent);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  agent.destroy();
}

function processesOf({ pid = 0 }: ChildProcess): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1');
  return [
    pid,
    ...children
      .split(' ')
      .filter((text) => text !== '')
      .map(Number),
  ];
}

async function reportOf(pid: number, folder: string): Promise<ProcessMemory> {
  const path = join(folder, `${pid}.json`);
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(path)) await wait(STEP_MS);
  return JSON.parse(readFileSync(path, 'utf8'));
}
