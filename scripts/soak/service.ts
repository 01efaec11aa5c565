/** Starts a backend and the built proxy with two workers and logs in a separate folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { portOf } from '#proxy/process/listen.ts';
import type { Ledger } from './ledger.ts';

export type Service = {
  readonly port: number;
  /** The id of the primary process. */
  readonly pid: number;
  /** The folder of access.log and audit.log. */
  readonly folder: string;
  readonly reload: () => void;
  /** Stops the proxy, so that its logs are complete. Throws when its exit code is not 0. */
  readonly stop: () => Promise<void>;
  /** Ends all processes that still run, and removes the folder. */
  readonly end: () => void;
};

export const HOSTS = { web: 'web.test', api: 'api.test' } as const;
const START_MS = 60_000;
/** Longer than the proxy keeps idle connections, because a backend that closes first may cut off a request. */
const KEEP_ALIVE_MS = 600_000;

export async function startService(file: string, ledger: Ledger): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-soak-'));
  const backend = await startBackend(ledger);
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env['PATH'] ?? '', ...settingsOf(folder, portOf(backend)) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  return {
    port: await listeningPort(child),
    pid: child.pid ?? 0,
    folder,
    reload: () => child.kill('SIGHUP'),
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = await exit;
      if (code !== 0) throw new Error(`The proxy ended with ${code}`);
    },
    end: () => {
      child.kill('SIGKILL');
      backend.close();
      backend.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function settingsOf(folder: string, backendPort: number): Record<string, string> {
  return {
    PORT: '0',
    LISTEN_HOST: '127.0.0.1',
    WORKERS: '2',
    // Speed is not tested here, and a busy machine exceeds the defaults.
    WORKER_STALL_TIMEOUT: '30',
    INSPECTION_TIMEOUT: '150',
    // Slow clients are not tested either, and a busy machine delays clients too.
    KEEPALIVE_TIMEOUT: '600',
    REQUEST_TIMEOUT: '600',
    MIN_BODY_RATE: '0',
    BACKENDS: JSON.stringify({ default: [`127.0.0.1:${backendPort}`] }),
    PROXY_WEB_HOSTS: HOSTS.web,
    PROXY_APIS_HOSTS: HOSTS.api,
    PROXY_RATE_LIMIT: '0',
    // The requests set their ids and client addresses.
    TRUSTED_PROXIES: '127.0.0.1/32',
    ACCESS_LOG: join(folder, 'access.log'),
    AUDIT_LOG: join(folder, 'audit.log'),
    ERROR_LOG: 'off',
  };
}

/** Starts a backend that records the id of each request, and responds with 5 KB when it has read the whole request. */
async function startBackend(ledger: Ledger): Promise<Server> {
  const page = Buffer.alloc(5000, 'portcullis ');
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      ledger.forwarded(String(request.headers['x-request-id']));
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(page);
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function listeningPort(child: ChildProcess): Promise<number> {
  if (child.stdout === null) throw new Error('No output to read the port from');
  const lines = createInterface({ input: child.stdout });
  const port = new Promise<number>((resolve, reject) => {
    lines.on('line', (line) => {
      const found = /^Listening on :([0-9]+)$/.exec(line)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
    child.once('exit', (code) => reject(new Error(`The proxy ended with ${code} at its start`)));
    setTimeout(() => reject(new Error(`No port within ${START_MS} ms`)), START_MS).unref();
  });
  return port;
}
