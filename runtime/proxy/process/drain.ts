/** Stops a server without dropping what it has begun. */
import type { Server } from 'node:http';

const CHECK_MS = 50;

/** Resolves when every connection is closed: idle ones at once, busy ones after their answer or `timeoutMs`. */
export function drain(server: Server, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), CHECK_MS);
    const limit = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(limit);
      resolve();
    });
    server.closeIdleConnections();
  });
}
