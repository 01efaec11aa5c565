/** A real redis-server or valkey-server for one test: that of REDIS_SERVER, of the PATH, or what `make test-replicas` unpacks. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { freePort } from '../../proxy/helpers/free-port.ts';
import { until } from '../../proxy/helpers/until.ts';

const UNPACKED = 'dist/redis/bin/redis-server';

function findServer(): string | undefined {
  const candidates = [process.env['REDIS_SERVER'] ?? '', 'redis-server', UNPACKED];
  return candidates.find((path) => {
    try {
      execFileSync(path, ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
}

export const redisServer = findServer();

/** For `test(name, { skip }, …)`. */
export const skip =
  redisServer === undefined &&
  'no redis-server: install it, name it in REDIS_SERVER, or run make test-replicas';

export type TestRedis = {
  readonly port: number;
  readonly url: string;
  readonly folder: string;
  /** Sends a signal to the process. */
  readonly signal: (signal: NodeJS.Signals) => void;
  /** After it was killed: a new process at the same address. */
  readonly restart: () => Promise<void>;
  /** Runs a command as redis-cli does and returns what it prints. */
  readonly cli: (...command: readonly string[]) => string;
};

/** On a free port of 127.0.0.1, without persistence; stopped when the test ends. */
export async function startRedis(
  t: Pick<TestContext, 'after'>,
  options: readonly string[] = [],
  wanted = 0,
): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-redis-'));
  const port = wanted === 0 ? await freePort() : wanted;
  let child = await spawnRedis(folder, port, options);
  t.after(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    folder,
    signal: (signal) => child.kill(signal),
    restart: async () => {
      child = await spawnRedis(folder, port, options);
    },
    cli: (...command) => redisCli(port, command),
  };
}

export function redisCli(port: number, command: readonly string[]): string {
  const client = (redisServer ?? '').replace(/-server$/, '-cli');
  return execFileSync(client, ['-p', String(port), ...command], { encoding: 'utf8' }).trim();
}

async function spawnRedis(
  folder: string,
  port: number,
  options: readonly string[],
): Promise<ChildProcess> {
  const common = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const child = spawn(redisServer ?? '', [...common, ...options], { stdio: 'ignore' });
  await until(() => {
    try {
      return child.exitCode !== null || /PONG|NOAUTH/.test(redisCli(port, ['PING']));
    } catch {
      return false;
    }
  });
  if (child.exitCode !== null) throw new Error(`redis-server ended with ${child.exitCode}`);
  return child;
}
