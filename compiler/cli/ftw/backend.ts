/** The backend of the proxy under test: serves the responses of reflect.ts and accepts any method and any bytes. */
import { STATUS_CODES } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { parseRequest } from '../requests/parse-request.ts';
import { reflect } from './reflect.ts';

const IDLE_TIMEOUT = 30_000;

/** Listens on 127.0.0.1 and resolves when it does. Port 0 means any free port. Rejects when the port cannot be opened. */
export function startBackend(port: number): Promise<Server> {
  const server = createServer(answer);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

/** Answers one request per connection. node:http is not used because it refuses the unknown methods of some tests. */
function answer(socket: Socket): void {
  let received = '';
  socket.setEncoding('latin1').setTimeout(IDLE_TIMEOUT, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    received += chunk;
    const request = parseRequest(received);
    if (!request.complete) return;
    socket.removeAllListeners('data');
    socket.end(responseTo(request), 'latin1');
  });
}

function responseTo(request: ReturnType<typeof parseRequest>): ByteString {
  const { head, body } = reflect(request);
  return [
    `HTTP/1.1 ${head.status} ${STATUS_CODES[head.status] ?? ''}`,
    ...head.headers.map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    `\r\n${request.head.method === 'HEAD' ? '' : body}`,
  ].join('\r\n');
}
