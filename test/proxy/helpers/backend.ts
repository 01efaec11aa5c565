/** A backend that records every byte it is sent and answers as the test says. */
import { type AddressInfo, createServer, type Socket } from 'node:net';

export type BackendRequest = {
  /** Start line and headers, latin1. */
  readonly head: string;
  readonly body: string;
  readonly socket: Socket;
};

/** Writes the answer; the default is `200` with the body "hello". */
export type Responder = (request: BackendRequest, socket: Socket) => void;

export type TestBackend = {
  readonly port: number;
  readonly address: string;
  /** Requests as a strict reading of Content-Length framing finds them. */
  readonly requests: BackendRequest[];
  /** All bytes of all connections, in order of arrival. */
  readonly bytes: () => string;
  readonly connections: () => number;
  readonly open: () => number;
  respond: Responder;
  readonly close: () => Promise<void>;
};

export const HELLO: Responder = (_request, socket) => {
  socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello');
};

export async function startBackend(respond: Responder = HELLO, port = 0): Promise<TestBackend> {
  const requests: BackendRequest[] = [];
  const sockets = new Set<Socket>();
  let bytes = '';
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.setNoDelay(true);
    let pending = '';
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      bytes += text;
      pending += text;
      for (;;) {
        const taken = takeRequest(pending, socket);
        if (taken === undefined) return;
        pending = taken.rest;
        requests.push(taken.request);
        backend.respond(taken.request, socket);
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  const backend: TestBackend = {
    port: address.port,
    address: `127.0.0.1:${address.port}`,
    requests,
    bytes: () => bytes,
    connections: () => connections,
    open: () => sockets.size,
    respond,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return backend;
}

function takeRequest(
  pending: string,
  socket: Socket,
): { request: BackendRequest; rest: string } | undefined {
  const end = pending.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = pending.slice(0, end);
  const length = Number(/\r\ncontent-length: ([0-9]+)/i.exec(head)?.[1] ?? 0);
  const bodyEnd = end + 4 + length;
  if (pending.length < bodyEnd) return undefined;
  const request = { head, body: pending.slice(end + 4, bodyEnd), socket };
  return { request, rest: pending.slice(bodyEnd) };
}
