/** Servers that only this process uses, on the loopback interface. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { messageEnds } from './message-ends.ts';

export type LoopbackServer = {
  readonly port: number;
  /** Also closes its connections. */
  readonly close: () => void;
};

const HOST = '127.0.0.1';
const BODY = '<!doctype html><title>Hello</title><p>Hello</p>';
const RESPONSE = Buffer.from(
  `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
);

/** Rejects where nothing can listen there. */
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

/** A backend whose answer to every request is the same short page. */
export function answerRequests(socket: Socket): void {
  const ended = messageEnds();
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    for (let count = ended(chunk); count > 0; count -= 1) socket.write(RESPONSE);
  });
}
