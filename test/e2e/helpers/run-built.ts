/** The built proxy as a process whose words and end a test watches. */
import { spawn } from 'node:child_process';
import type { TestContext } from 'node:test';
import { listeningPort, type ProcessRun, watchProcess } from '../../proxy/helpers/run-process.ts';
import { PROXY } from './built.ts';

export type BuiltRun = ProcessRun & { readonly port: number };

/** Hosts `web.test` and `api.test`; no rate limit; no logs unless the environment says so. */
export async function runBuilt(
  t: TestContext,
  environment: Readonly<Record<string, string>>,
  command: readonly string[] = [process.execPath, PROXY],
): Promise<BuiltRun> {
  const [program = '', ...words] = command;
  const child = spawn(program, words, {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      LISTEN_HOST: '127.0.0.1',
      PROXY_WEB_HOSTS: 'web.test',
      PROXY_APIS_HOSTS: 'api.test',
      PROXY_RATE_LIMIT: '0',
      ACCESS_LOG: 'off',
      ERROR_LOG: 'off',
      AUDIT_LOG: 'off',
      WARM_UP_TIME: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const run = watchProcess(child);
  return { ...run, port: await listeningPort(run) };
}
