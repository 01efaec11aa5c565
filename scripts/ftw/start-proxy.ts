/** Starts dist/proxy.js in a separate process, with an error log that the tests read. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export type ProxyProcess = { readonly port: number; readonly stop: () => Promise<void> };

export type ProxyOptions = {
  /** The compiled module (`*.mjs`) for every host. */
  readonly module: string;
  /** The address of the backend, such as `127.0.0.1:8000`. */
  readonly backend: string;
  /** The path of the error log; each line is written before its response is sent. */
  readonly errorLog: string;
};

/** Rejects when the process ends before it listens; its message is on standard error. */
export async function startProxy(options: ProxyOptions): Promise<ProxyProcess> {
  const child = spawn(process.execPath, ['dist/proxy.js'], {
    env: {
      PORT: '0',
      LISTEN_HOST: '127.0.0.1',
      BACKENDS: JSON.stringify({ default: [options.backend] }),
      PROXY_WEB_HOSTS: '*',
      ENGINE_RULES_PATH_SITES: options.module,
      PROXY_RATE_LIMIT: '0',
      // Every test comes from this machine, whatever its headers contain.
      TRUSTED_PROXIES: '192.0.2.1',
      ERROR_LOG: options.errorLog,
      AUDIT_LOG: 'off',
      AUDIT_SYNC: 'on',
      AUDIT_REDACT: 'off',
      ACCESS_LOG: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { port: await listeningPort(child), stop: () => stop(child) };
}

async function listeningPort({ stdout }: ChildProcess): Promise<number> {
  if (stdout !== null) {
    for await (const line of createInterface({ input: stdout })) {
      const port = /^Listening on :(\d+)$/.exec(line)?.[1];
      if (port === undefined) continue;
      stdout.resume();
      return Number(port);
    }
  }
  throw new Error('The proxy ended before it listened.');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
