/** A redis-server for the measurement of shared limits. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import type { Server } from './servers.ts';

const ATTEMPTS = 100;
const PAUSE_MS = 50;

/** On a free port of 127.0.0.1, nothing stored on disk. Undefined: there is no redis-server on the PATH. */
export async function startRedis(): Promise<Server | undefined> {
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', ''];
  const child = spawn('redis-server', options, { stdio: 'ignore' });
  child.once('error', () => undefined);
  for (let attempt = 0; attempt < ATTEMPTS && child.pid !== undefined; attempt += 1) {
    if (await accepts(port)) return { process: child, port };
    await sleep(PAUSE_MS);
  }
  return undefined;
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
