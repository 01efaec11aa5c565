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
const DATE = 'Date: Mon, 23 Nov 2026 12:00:00 GMT\r\n';
const KEEP = 'Connection: keep-alive\r\nKeep-Alive: timeout=5\r\n';
/**
 * V8 optimizes for what it has seen, and backends differ in the headers that they send. Five have no factor in common with
 * the kinds of requests or with two profiles, so that each meets each.
 */
const RESPONSES = [
  response(
    `200 OK\r\nServer: nginx\r\n${DATE}Content-Type: text/html; charset=utf-8\r\n${KEEP}`,
    '<!doctype html><title>Hello</title><p>Hello</p>',
  ),
  response(
    `200 OK\r\nContent-Type: application/json\r\nETag: "5f2a"\r\nVary: Accept-Encoding\r\n${DATE}${KEEP}`,
    '{"items":[1,2,3]}',
  ),
  response(`200 OK\r\nContent-Type: text/plain\r\n${DATE}${KEEP}`, 'Hello'),
  response(`404 Not Found\r\nContent-Type: text/html\r\n${DATE}`, '<p>Not found</p>'),
  response(
    `302 Found\r\nLocation: /\r\nCache-Control: no-store\r\nSet-Cookie: a=1; HttpOnly\r\n${DATE}`,
    '',
  ),
];

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

/** Returns a function that serves a connection like a backend that answers with short responses of several kinds. */
export function answerRequests(): (socket: Socket) => void {
  let sent = 0;
  return (socket) => {
    const ended = messageEnds();
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      for (const end = sent + ended(chunk); sent < end; sent += 1)
        socket.write(RESPONSES[sent % RESPONSES.length] ?? '');
    });
  };
}

function response(head: string, body: string): string {
  return `HTTP/1.1 ${head}Content-Length: ${body.length}\r\n\r\n${body}`;
}
