/** Starts the built proxy with settings that keep it from starting. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PROXY } from '../../e2e/helpers/built.ts';
import { freePort, openPort } from './free-port.ts';

export type Environment = Readonly<Record<string, string>>;

/** True when a process of the group that the child led is still there. */
function hasSurvivors(leader: number): boolean {
  try {
    process.kill(-leader, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts the proxy, expects it to end by itself, and shows that its port is free and its processes are gone. Returns
 * the lines of standard error.
 */
export async function failingStart(environment: Environment): Promise<readonly string[]> {
  const port = environment['PORT'] ?? String(await freePort());
  const child = spawn(process.execPath, [PROXY], {
    env: { LISTEN_HOST: '127.0.0.1', PORT: port, PROXY_WEB_HOSTS: 'web.test', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const shown = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    shown.stdout += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    shown.stderr += String(chunk);
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  const all = `${JSON.stringify(environment)}\n${shown.stdout}${shown.stderr}`;
  assert.equal(code, 1, all);
  assert.ok(!shown.stdout.includes('Listening'), all);
  assert.ok(!hasSurvivors(child.pid ?? 0), all);
  if (environment['PORT'] === undefined) (await openPort(Number(port))).close();
  return shown.stderr.split('\n').filter((line) => line !== '');
}
