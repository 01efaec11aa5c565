/** Distributes accepted connections to the workers. A worker gets the next one when it has confirmed the last. */
import type { Socket } from 'node:net';
import type { ConnectionOf } from './messages.ts';

export type Connection = { readonly socket: Socket; readonly of: ConnectionOf };

/** Sends messages to a worker, which handles them in this order. */
export type WorkerChannel = {
  readonly give: (connection: Connection) => void;
  /** Sends a query; the worker replies with its number. */
  readonly query: (serial: number) => void;
};

export type HandOver = {
  /** Queues a connection for one of the workers. */
  readonly offer: (connection: Connection) => void;
  /** Adds a worker that takes connections. */
  readonly join: (worker: number, channel: WorkerChannel) => void;
  /** Notes that the worker has confirmed its connection. */
  readonly taken: (worker: number) => void;
  /**
   * Notes the worker's reply. A connection that it has been given before and has not confirmed did not arrive, because
   * the worker has no descriptor left: it is closed.
   */
  readonly replied: (worker: number, serial: number) => void;
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

type Given = {
  readonly connection: Connection;
  readonly serial: number;
  readonly timer: NodeJS.Timeout;
};

/** Milliseconds after which a worker that has not confirmed its connection is queried. */
const PATIENCE_MS = 50;

/** `closed` is called when a connection is closed because the worker did not receive it. */
export function createHandOver(closed: () => void): HandOver {
  const workers = new Map<number, WorkerChannel>();
  /** Workers that are ready for a connection, in the order in which they confirmed their last one. */
  const free = new Set<number>();
  const given = new Map<number, Given>();
  const offered: Connection[] = [];
  let serials = 0;
  const give = (worker: number, connection: Connection): void => {
    const channel = workers.get(worker);
    serials += 1;
    const serial = serials;
    // Node drops a message whose descriptor the worker cannot receive, without an error.
    const timer = setTimeout(() => channel?.query(serial), PATIENCE_MS);
    given.set(worker, { connection, serial, timer });
    channel?.give(connection);
  };
  const next = (): void => {
    for (const worker of free) {
      const connection = offered.shift();
      if (connection === undefined) return;
      free.delete(worker);
      give(worker, connection);
    }
  };
  /** Closes the socket in this process; a worker that has confirmed the connection has its own descriptor. */
  const letGo = (worker: number): void => {
    const last = given.get(worker);
    given.delete(worker);
    clearTimeout(last?.timer);
    last?.connection.socket.destroy();
  };
  const taken = (worker: number): void => {
    letGo(worker);
    if (workers.has(worker)) free.add(worker);
    next();
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
    join: (worker, channel) => {
      workers.set(worker, channel);
      free.add(worker);
      next();
    },
    taken,
    replied: (worker, serial) => {
      if (given.get(worker)?.serial !== serial) return;
      closed();
      taken(worker);
    },
    retire,
    lost: (worker) => {
      retire(worker);
      letGo(worker);
    },
    waiting: () => offered.length + given.size,
  };
}
