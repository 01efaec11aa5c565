/** A listening socket of the proxy, apart from who serves what it accepts. */
import { createServer, type Server, type Socket } from 'node:net';
import { type ListenAddress, listen, portOf } from './listen.ts';

/** The longest time for what waits to be accepted when listening ends. */
const LAST_MS = 1000;

export type ListeningSocket = {
  /** Listens; resolves to a problem, naming the setting that is to blame, or to undefined. */
  readonly open: () => Promise<string | undefined>;
  readonly port: () => number;
  /** Accepts what waits, then stops listening: from then on connections are refused. */
  readonly close: () => Promise<void>;
};

/** `handsOver`: sockets are left unread, for another process. */
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
 * The system completes connections before they are accepted, and resets those that wait when the socket
 * closes. Node accepts one in each turn of the event loop: after a turn without any, none waits.
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
