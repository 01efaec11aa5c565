/**
 * Measures the time from the proxy's start to its first response (processor-time-of.ts), its memory, and its file
 * size.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { type BenchRequest, toRequest } from '#compiler/cli/commands/bench/bench-request.ts';
import { median, SEED } from '#compiler/cli/commands/bench/bench-waf.ts';
import { varyRequest } from '#compiler/cli/commands/bench/vary-request.ts';
import { seededRandom } from '#compiler/seeded-random.ts';
import { startDemoBackend } from '../demo-backend.ts';
import { lower, processorTimeOf, processorTimeOfChildren } from './processor-time-of.ts';

export type StartFigures = {
  readonly bundleBytes: number;
  readonly bundleGzipBytes: number;
  /**
   * Milliseconds from spawning to listening and to the first response, and of an empty Node program to its exit;
   * medians.
   */
  readonly listenMilliseconds: number;
  readonly startMilliseconds: number;
  readonly nodeMilliseconds: number;
  /** Resident memory after the first response and after many; undefined where /proc is missing. */
  readonly startRssBytes: number | undefined;
  readonly busyRssBytes: number | undefined;
};

export const BUSY_REQUESTS = 2000;
const RUNS = 7;
const HOST = 'www.example.com';
const FIRST = toRequest({ name: 'first', method: 'GET', path: '/', headers: { Accept: '*/*' } });
const GIVE_UP_MS = 20_000;

type Run = {
  readonly listening: number;
  readonly milliseconds: number;
  readonly rss: number | undefined;
};

/** `path`: the file of the proxy. `requests`: those that it is measured with. Throws when it does not start. */
export async function measureStart(
  path: string,
  requests: readonly BenchRequest[],
): Promise<StartFigures> {
  const backend = await startDemoBackend(0);
  try {
    const runs: Run[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await runProxy(path, backend.port, []));
    const busy = await runProxy(path, backend.port, manyOf(requests));
    const bundle = readFileSync(path);
    return {
      bundleBytes: bundle.length,
      bundleGzipBytes: gzipSync(bundle).length,
      listenMilliseconds: Math.round(median(runs.map(({ listening }) => listening))),
      startMilliseconds: Math.round(median(runs.map(({ milliseconds }) => milliseconds))),
      nodeMilliseconds: Math.round(await timeOfNode()),
      startRssBytes: runs.at(-1)?.rss,
      busyRssBytes: busy.rss,
    };
  } finally {
    backend.close();
  }
}

/** Returns BUSY_REQUESTS requests with varied values. */
function manyOf(requests: readonly BenchRequest[]): readonly BenchRequest[] {
  const random = seededRandom(SEED);
  return Array.from({ length: BUSY_REQUESTS }, (_, index) => {
    const request = requests[index % requests.length] ?? FIRST;
    return varyRequest(request, random);
  });
}

/** Measures the times of the first request, and the memory after all requests. */
async function runProxy(
  path: string,
  backendPort: number,
  requests: readonly BenchRequest[],
): Promise<Run> {
  const started = performance.now();
  const proxy = spawn(process.execPath, [path], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      PORT: '0',
      LISTEN_HOST: '127.0.0.1',
      BACKENDS: JSON.stringify({ default: [`127.0.0.1:${backendPort}`] }),
      PROXY_WEB_HOSTS: HOST,
      PROXY_RATE_LIMIT: '0',
      ACCESS_LOG: 'off',
      AUDIT_LOG: 'off',
      ERROR_LOG: 'off',
    },
  });
  const agent = new Agent({ keepAlive: true });
  try {
    const port = await listeningPort(proxy.stdout, path);
    const spent = (): number => lower(performance.now() - started, processorTimeOf(proxy.pid ?? 0));
    const listening = spent();
    await send(port, FIRST, agent);
    const milliseconds = spent();
    for (const request of requests) await send(port, request, agent);
    return { listening, milliseconds, rss: residentBytes(proxy) };
  } finally {
    agent.destroy();
    proxy.kill('SIGKILL');
    if (proxy.exitCode === null && proxy.signalCode === null) await once(proxy, 'exit');
  }
}

/** Reads standard output until the proxy listens. */
export async function listeningPort(output: NodeJS.ReadableStream, path: string): Promise<number> {
  const signal = AbortSignal.timeout(GIVE_UP_MS);
  for await (const line of createInterface({ input: output, signal })) {
    const port = /^Listening on :([0-9]+)$/.exec(line)?.[1];
    if (port === undefined) continue;
    output.resume();
    return Number(port);
  }
  throw new Error(`${path} does not start: make run shows why`);
}

/** Sends a request. Resolves to the status when the whole response has arrived. */
export function send(
  port: number,
  { method, target, headers, body }: BenchRequest,
  agent: Agent,
): Promise<number> {
  const options = { host: '127.0.0.1', port, method, path: target, agent };
  return new Promise((resolve, reject) => {
    request({ ...options, headers: Object.fromEntries(headers) }, (response) => {
      const { statusCode = 0 } = response;
      response
        .resume()
        .on('end', () => resolve(statusCode))
        .on('error', reject);
    })
      .on('error', reject)
      .end(Buffer.from(body, 'latin1'));
  });
}

async function timeOfNode(): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const [started, used] = [performance.now(), processorTimeOfChildren() ?? 0];
    await once(spawn(process.execPath, ['-e', ''], { stdio: 'ignore' }), 'exit');
    const processor = processorTimeOfChildren();
    times.push(lower(performance.now() - started, processor && processor - used));
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
