/** Starts a redis-server for the measurement of shared limits. */
import { spawn } from 'node:child_process';
import { freePort } from '../free-port.ts';
import { listensOn, type Server } from './servers.ts';

/**
 * Starts it on a free port of 127.0.0.1, without persistence. Returns undefined when no redis-server is on the
 * PATH.
 */
export async function startRedis(): Promise<Server | undefined> {
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', ''];
  const child = spawn('redis-server', options, { stdio: 'ignore' });
  child.once('error', () => undefined);
  return (await listensOn(port, child)) ? { process: child, port } : undefined;
}
