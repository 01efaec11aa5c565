/** Servers on the loopback interface that only this process uses. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { messageEnds } from './message-ends.ts';

export type LoopbackServer = {
  readonly port: number;
  /** Closes the server and its connections. */
  readonly close: () => void;
};

const HOST = '127.0.0.1';
const BODY = '<!doctype html><title>Hello</title><p>Hello</p>';
const RESPONSE = Buffer.from(
  `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
);

/** Listens on a free port. Rejects when that is impossible. */
export async function listenOnLoopback(accept: (socket: Socket) => void): Promise<LoopbackServer> {
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    accept(socket);
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Serves a connection like a backend that answers every request with the same short page. */
export function answerRequests(socket: Socket): void {
  const ended = messageEnds();
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    for (let count = ended(chunk); count > 0; count -= 1) socket.write(RESPONSE);
  });
}
