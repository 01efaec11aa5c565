/** Tracks the client connections of a process: limits their number and drains them. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const CHECK_MS = 50;
/** Rounds of checks before idle connections are closed, because a request may already be on its way. */
const PATIENCE = 3;

export type OpenConnections = {
  /** Adds a connection. When there are too many, closes it and returns false. */
  readonly add: (socket: Socket) => boolean;
  /** Returns true after `drain` was called: each response is then the last of its connection. */
  readonly isDraining: () => boolean;
  /**
   * Resolves when every connection is closed. Busy ones are closed after their response or after `timeoutMs`
   * milliseconds, idle ones shortly after the call. One that has had no request yet counts as busy until HEADERS_TIMEOUT,
   * because its first request may be on its way.
   */
  readonly drain: (server: Server, timeoutMs: number) => Promise<void>;
};

/**
 * An open connection; undefined once it is closed. The set must not hold the socket itself: V8 replaces the table of
 * a set every few dozen changes, and what an old table contains survives until the next full garbage collection.
 */
type OpenConnection = { socket: Socket | undefined };

/**
 * `most`: the highest number of connections. `warn` gets a line when that is reached, and again only after most of them
 * have closed.
 */
export function createOpenConnections(most: number, warn: (line: string) => void): OpenConnections {
  const open = new Set<OpenConnection>();
  let draining = false;
  let warned = false;
  return {
    add: (socket) => {
      if (open.size >= most) {
        if (!warned)
          warn(`MAX_CONNECTIONS: ${most} connections are open; further ones are closed.`);
        warned = true;
        socket.destroy();
        return false;
      }
      const connection: OpenConnection = { socket };
      open.add(connection);
      socket.once('close', () => {
        open.delete(connection);
        if (open.size < most / 2) warned = false;
        connection.socket = undefined;
      });
      return true;
    },
    isDraining: () => draining,
    drain: (server, timeoutMs) => {
      draining = true;
      return new Promise((resolve) => {
        const end = performance.now() + timeoutMs;
        let rounds = 0;
        const timer = setInterval(() => {
          rounds += 1;
          if (rounds > PATIENCE) server.closeIdleConnections();
          if (performance.now() >= end) closeAll(open);
          if (open.size > 0) return;
          clearInterval(timer);
          // Stops Node's checks for expired requests, which would keep the server's memory alive.
          server.close();
          resolve();
        }, CHECK_MS);
      });
    },
  };
}

function closeAll(connections: ReadonlySet<OpenConnection>): void {
  for (const { socket } of connections) socket?.destroy();
}
