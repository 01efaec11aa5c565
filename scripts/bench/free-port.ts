/** Ports of 127.0.0.1 for programs that take theirs from a setting. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to whoever asks for any (Linux from 32768, others from 49152), which another
 * process could get before the program listens. 10,000 more than each is Redis Cluster's second port.
 */
const FIRST = 10_000;
const PAST_LAST = 20_000;
const ATTEMPTS = 100;

/** What this process has been given already, and may not use yet. */
const given = new Set<number>();

/** One that nothing listens on, and that this process was not given before. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(FIRST, PAST_LAST);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error(`no free port among ${ATTEMPTS} of ${FIRST} to ${PAST_LAST - 1}`);
}

/** On all addresses: some programs listen on them. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
