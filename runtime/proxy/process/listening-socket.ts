/** A listening socket of the proxy, independent of what serves the connections. */
import { createServer, type Server, type Socket } from 'node:net';
import { type ListenAddress, listen, portOf } from './listen.ts';

/** Most milliseconds spent on accepting queued connections when listening ends. */
const LAST_MS = 1000;

export type ListeningSocket = {
  /** Starts listening. Resolves to undefined, or to one line that names the setting and the problem. */
  readonly open: () => Promise<string | undefined>;
  readonly port: () => number;
  /** Accepts the connections that are queued, then stops listening: later connections are refused. */
  readonly close: () => Promise<void>;
};

/**
 * Creates the socket without opening it. `handsOver`: sockets are not read here, because another process will serve
 * them.
 */
export function createListeningSocket(
  address: ListenAddress,
  accept: (socket: Socket) => void,
  handsOver: boolean,
): ListeningSocket {
  const options = { allowHalfOpen: true, pauseOnConnect: handsOver };
  const server = createServer(options, accept);
  return {
    open: () => listen(server, address),
    port: () => portOf(server),
    close: () => closeWhenQuiet(server),
  };
}

/**
 * The operating system completes connections before they are accepted, and resets those that are still queued when
 * the socket closes. Node accepts one in each iteration of the event loop, so after an iteration without any the
 * queue is empty.
 */
async function closeWhenQuiet(server: Server): Promise<void> {
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  const end = performance.now() + LAST_MS;
  let before: number;
  do {
    before = accepted;
    await nextIteration();
    await nextIteration();
  } while (accepted > before && performance.now() < end);
  server.close();
}

function nextIteration(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
