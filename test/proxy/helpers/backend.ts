/** A backend that records every byte it is sent and answers as the test says. */
import { type AddressInfo, createServer, type Socket } from 'node:net';

export type BackendRequest = {
  /** Start line and headers, latin1. */
  readonly head: string;
  readonly body: string;
  readonly socket: Socket;
};

/** Writes the response; the default is `200` with the body "hello". */
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

export async function startBackend(
  respond: Responder = HELLO,
  port = 0,
  host = '127.0.0.1',
): Promise<TestBackend> {
  const requests: BackendRequest[] = [];
  const received: Buffer[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.setNoDelay(true);
    const reader = requestReader(socket);
    socket.on('data', (chunk) => {
      received.push(chunk);
      for (const request of reader(chunk)) {
        requests.push(request);
        backend.respond(request, socket);
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const address = server.address() as AddressInfo;
  const backend: TestBackend = {
    port: address.port,
    address: `${host}:${address.port}`,
    requests,
    bytes: () => Buffer.concat(received).toString('latin1'),
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

/** Cuts what arrives into requests; looks at it again only when enough of it is there. */
function requestReader(socket: Socket): (chunk: Buffer) => BackendRequest[] {
  let chunks: Buffer[] = [];
  let size = 0;
  let needed = 0;
  return (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    const found: BackendRequest[] = [];
    while (size > 0 && size >= needed) {
      const bytes = Buffer.concat(chunks);
      const end = bytes.indexOf('\r\n\r\n');
      const head = bytes.toString('latin1', 0, Math.max(0, end));
      const length = Number(/\r\ncontent-length: ([0-9]+)/i.exec(head)?.[1] ?? 0);
      needed = end === -1 ? size + 1 : end + 4 + length;
      chunks = [bytes];
      if (size < needed) return found;
      found.push({ head, body: bytes.toString('latin1', end + 4, needed), socket });
      chunks = [bytes.subarray(needed)];
      size -= needed;
      needed = 0;
    }
    return found;
  };
}
