/** The client connections of a process: how many there may be, and how they end. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const CHECK_MS = 50;
/** Rounds of checks before idle connections are closed: a request may be on its way already. */
const PATIENCE = 3;

export type OpenConnections = {
  /** Notes a connection; closes it and gives false when there are too many. */
  readonly add: (socket: Socket) => boolean;
  /** True once they are being drained: each answer is then the last of its connection. */
  readonly isDraining: () => boolean;
  /**
   * Resolves when every connection is closed: busy ones after their answer or `timeoutMs`, idle ones
   * a little later than now.
   */
  readonly drain: (server: Server, timeoutMs: number) => Promise<void>;
};

/** `most`: connections at a time. */
export function createOpenConnections(most: number): OpenConnections {
  const open = new Set<Socket>();
  let draining = false;
  return {
    add: (socket) => {
      if (open.size >= most) {
        socket.destroy();
        return false;
      }
      open.add(socket);
      socket.once('close', () => open.delete(socket));
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
          // Ends Node's checks for expired requests, which would keep all that the server knows.
          server.close();
          resolve();
        }, CHECK_MS);
      });
    },
  };
}

function closeAll(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) socket.destroy();
}
