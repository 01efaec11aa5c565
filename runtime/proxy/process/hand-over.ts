/** Connections from the process that accepts them to the workers: each to one that has taken the last it got. */
import type { Socket } from 'node:net';

export type HandOver = {
  /** A connection for one of the workers. */
  readonly offer: (socket: Socket) => void;
  /** The worker takes connections; `give` sends it one. */
  readonly join: (worker: number, give: (socket: Socket) => void) => void;
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
  const workers = new Map<number, (socket: Socket) => void>();
  /** Workers that can be given one, in the order in which they have taken their last. */
  const free = new Set<number>();
  const given = new Map<number, Socket>();
  const offered: Socket[] = [];
  const next = (): void => {
    for (const worker of free) {
      const socket = offered.shift();
      if (socket === undefined) return;
      free.delete(worker);
      given.set(worker, socket);
      workers.get(worker)?.(socket);
    }
  };
  /** Closes the connection here; a worker that has taken it keeps its own hold of it. */
  const letGo = (worker: number): void => {
    given.get(worker)?.destroy();
    given.delete(worker);
  };
  const retire = (worker: number): void => {
    workers.delete(worker);
    free.delete(worker);
  };
  return {
    offer: (socket) => {
      // Nothing is read here: whoever serves it finds out what has happened to it.
      socket.on('error', () => {});
      offered.push(socket);
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
