/** Connections from the process that accepts them to the workers: each to one that has taken the last it got. */
import type { Socket } from 'node:net';
import type { ConnectionOf } from './messages.ts';

export type Connection = { readonly socket: Socket; readonly of: ConnectionOf };

export type HandOver = {
  /** A connection for one of the workers. */
  readonly offer: (connection: Connection) => void;
  /** The worker takes connections; `give` sends it one. */
  readonly join: (worker: number, give: (connection: Connection) => void) => void;
  /** The worker has taken the connection that it was given. */
  readonly taken: (worker: number) => void;
  /** The worker gets no more. */
  readonly retire: (worker: number) => void;
  /** The worker is no more: nobody else holds the connection that it has not taken, so it is closed. */
  readonly lost: (worker: number) => void;
  /** Connections that no worker has taken. */
  readonly waiting: () => number;
};

export function createHandOver(): HandOver {
  const workers = new Map<number, (connection: Connection) => void>();
  /** Workers that can be given one, in the order in which they have taken their last. */
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
  /** Closes the connection here; a worker that has taken it keeps its own hold of it. */
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
      // Nothing is read here: whoever serves it finds out what has happened to it.
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
