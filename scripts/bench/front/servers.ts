/** Starts the servers of the measurement, and reads what they use. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

export type Server = { readonly process: ChildProcess; readonly port: number };

const GIVE_UP_MS = 20_000;
const PAUSE_MS = 50;

export function proxyEnvironment(backendPort: number): Record<string, string> {
  return {
    PORT: '0',
    LISTEN_HOST: '127.0.0.1',
    BACKENDS: JSON.stringify({ default: [`127.0.0.1:${backendPort}`] }),
    PROXY_WEB_HOSTS: 'shop.test',
    BACKEND_KEEPALIVE_TIMEOUT: '60',
    // A client has no request for a server while others are measured, and a connection closed then would fail its next one.
    KEEPALIVE_TIMEOUT: '75',
    PROXY_RATE_LIMIT: '1000000',
    PROXY_RATE_BURST: '1000000',
    ACCESS_LOG: '/dev/null',
    AUDIT_LOG: '/dev/null',
    ERROR_LOG: '/dev/null',
  };
}

/** Starts a server. Throws when it does not print its port within 20 seconds. */
export async function startServer(path: string, env: Record<string, string>): Promise<Server> {
  const loader = path.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const child = spawn(process.execPath, [...loader, path], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  const signal = AbortSignal.timeout(GIVE_UP_MS);
  for await (const line of createInterface({ input: child.stdout, signal })) {
    const port = /^Listening on :([0-9]+)$/.exec(line)?.[1];
    if (port === undefined) continue;
    child.stdout.resume();
    return { process: child, port: Number(port) };
  }
  throw new Error(`${path} does not start`);
}

/**
 * Waits for a program that takes its port from a setting. Resolves to true when it accepts connections within 20
 * seconds.
 */
export async function listensOn(port: number, child: ChildProcess): Promise<boolean> {
  const deadline = performance.now() + GIVE_UP_MS;
  while (child.pid !== undefined && child.exitCode === null && performance.now() < deadline) {
    if (await accepts(port)) return true;
    await sleep(PAUSE_MS);
  }
  return false;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export async function stopServers(servers: readonly Server[]): Promise<void> {
  for (const { process: child } of servers) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

/** Returns the microseconds that all threads of a process have run, as Linux counts them. */
export function processorTime(pid: number | undefined): number | undefined {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    return tasks.reduce((sum, task) => sum + threadTime(pid, task), 0);
  } catch {
    return undefined;
  }
}

/** Returns the microseconds of the thread that runs the event loop. */
export function eventLoopTime(pid: number | undefined): number | undefined {
  try {
    return threadTime(pid, String(pid));
  } catch {
    return undefined;
  }
}

/** Returns the microseconds that all threads of a server run for each of `count` requests, while `send` sends them. */
export async function timePerRequest(
  { process: { pid } }: Server,
  count: number,
  send: () => Promise<unknown>,
): Promise<number> {
  const before = processorTime(pid) ?? Number.NaN;
  await send();
  return ((processorTime(pid) ?? Number.NaN) - before) / count;
}

/**
 * Returns `values` from position `first` on, which may be larger than their number, and then those before it. Servers
 * that are measured in another order in each round are affected equally by other load on the machine.
 */
export function rotated<Value>(values: readonly Value[], first: number): readonly Value[] {
  const start = first % values.length;
  return [...values.slice(start), ...values.slice(0, start)];
}

function threadTime(pid: number | undefined, thread: string): number {
  const text = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1');
  return Number(text.split(' ')[0]) / 1000;
}
