/** Selects ports of 127.0.0.1 for programs that take their port from a setting. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The first port. The range is below the ephemeral ports of the system (from 32768 on Linux, from 49152 elsewhere),
 * of which another process could get one before the program listens. Redis Cluster also uses each port plus 10,000,
 * and fetch refuses port 10080 (https://fetch.spec.whatwg.org/#port-blocking).
 */
const FIRST = 10_100;
const PAST_LAST = 20_000;
const ATTEMPTS = 100;

/** Ports that this process has selected already, but that may not be in use yet. */
const given = new Set<number>();

/** Returns a port that nothing listens on and that was not returned before. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(FIRST, PAST_LAST);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error(`no free port among ${ATTEMPTS} of ${FIRST} to ${PAST_LAST - 1}`);
}

/** Checks the port on all addresses, because some programs listen on all of them. */
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
