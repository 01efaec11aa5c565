/** Distributes accepted connections to the workers. A worker gets the next one when it has confirmed the last. */
import type { Socket } from 'node:net';
import type { ConnectionOf } from './messages.ts';

export type Connection = { readonly socket: Socket; readonly of: ConnectionOf };

export type HandOver = {
  /** Queues a connection for one of the workers. */
  readonly offer: (connection: Connection) => void;
  /** Adds a worker that takes connections; `give` sends it one. */
  readonly join: (worker: number, give: (connection: Connection) => void) => void;
  /** Notes that the worker has confirmed its connection. */
  readonly taken: (worker: number) => void;
  /** Stops giving connections to the worker. */
  readonly retire: (worker: number) => void;
  /**
   * Notes that the worker process has ended. A connection that it has not confirmed is closed, because no other
   * process has it.
   */
  readonly lost: (worker: number) => void;
  /** Returns how many connections no worker has confirmed. */
  readonly waiting: () => number;
};

export function createHandOver(): HandOver {
  const workers = new Map<number, (connection: Connection) => void>();
  /** Workers that are ready for a connection, in the order in which they confirmed their last one. */
  const free = new Set<number>();
  const given = new Map<number, Connection>();
  const offered: Connection[] = [];
  const next = (): void => {
    for (const worker of free) {
      const connection = offered.shift();
      if (connection === undefined) return;
      free.delete(worker);
      given.set(worker, connection);
      workers.get(worker)?.(connection);
    }
  };
  /** Closes the socket in this process; a worker that has confirmed the connection has its own descriptor. */
  const letGo = (worker: number): void => {
    given.get(worker)?.socket.destroy();
    given.delete(worker);
  };
  const retire = (worker: number): void => {
    workers.delete(worker);
    free.delete(worker);
  };
  return {
    offer: (connection) => {
      // This process does not read the socket; the worker that serves it sees the error too.
      connection.socket.on('error', () => {});
      offered.push(connection);
      next();
    },
    join: (worker, give) => {
      workers.set(worker, give);
      free.add(worker);
      next();
    },
    taken: (worker) => {
      letGo(worker);
      if (workers.has(worker)) free.add(worker);
      next();
    },
    retire,
    lost: (worker) => {
      retire(worker);
      letGo(worker);
    },
    waiting: () => offered.length + given.size,
  };
}
