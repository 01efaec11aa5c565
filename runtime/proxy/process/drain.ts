/** Stops a server without dropping what it has begun. */
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

const CHECK_MS = 50;

/**
 * Resolves when every connection is closed: busy ones after their answer or `timeoutMs`, idle ones
 * a little later than now, so that a request that is on its way already is still read.
 */
export function drain(server: Server, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    let rounds = 0;
    const idle = setInterval(() => {
      rounds += 1;
      if (rounds > 2) server.closeIdleConnections();
    }, CHECK_MS);
    const limit = setTimeout(() => server.closeAllConnections(), timeoutMs);
    closeListener(server, () => {
      clearInterval(idle);
      clearTimeout(limit);
      resolve();
    });
  });
}

/** `http.Server.close` closes idle connections at once; that of `net.Server` only stops listening. */
function closeListener(server: Server, closed: () => void): void {
  NetServer.prototype.close.call(server, closed);
}
