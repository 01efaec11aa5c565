/** Puts an answer of our own on the wire. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { LocalReply } from './response.ts';

/** Time and bytes for the rest of a body that nobody wants: closing at once would take back the answer. */
const LINGER_MS = 2000;
const LINGER_BYTES = 1_048_576;

/** The text and, on its last line, the id that an operator finds in the logs. */
function bodyOf(reply: LocalReply, id: string): Buffer {
  return Buffer.from(`${reply.text}\nRequest id: ${id}\n`, 'latin1');
}

function headersOf(reply: LocalReply, id: string, length: number): string[] {
  return [
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Content-Length', String(length)],
    ['Cache-Control', 'no-store'],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Request-Id', id],
    ...reply.headers,
  ].flat();
}

/**
 * Answers a request. When its body has not arrived whole the connection is closed afterwards, so
 * that its rest can never be taken for another request.
 */
export function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: LocalReply,
  id: string,
): void {
  const body = bodyOf(reply, id);
  const headers = headersOf(reply, id, body.length);
  if (request.complete) {
    response.writeHead(reply.status, headers);
    response.end(body);
  } else {
    response.writeHead(reply.status, [...headers, 'Connection', 'close']);
    response.write(body);
    response.flushHeaders();
    drain(request, () => response.end());
  }
}

/** Discards what still comes, within bounds, then calls back once. */
function drain(request: IncomingMessage, done: () => void): void {
  let discarded = 0;
  let finished = false;
  const finish = (): void => {
    if (finished) return;
    finished = true;
    clearTimeout(timer);
    done();
  };
  const timer = setTimeout(finish, LINGER_MS);
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > LINGER_BYTES) finish();
  });
  request.once('end', finish);
  request.once('close', finish);
  // A client that has closed its side sends nothing more, whatever the message still lacks.
  if (request.socket.readableEnded) finish();
  else request.socket.once('end', finish);
  request.resume();
}

/** The same for a connection that has no response object: refused messages and upgrades. */
export function sendRawReply(socket: Socket, reply: LocalReply, id: string): number {
  const body = bodyOf(reply, id);
  const headers = headersOf(reply, id, body.length);
  const lines = [`HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? 'Error'}`];
  for (let i = 0; i + 1 < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
  lines.push(`Date: ${new Date().toUTCString()}`, 'Connection: close', '', '');
  socket.write(lines.join('\r\n'), 'latin1');
  socket.write(body);
  lingeringClose(socket);
  return body.length;
}

/** Ends our side and reads on until the client ends its own: closing first could take the answer back. */
export function lingeringClose(socket: Socket): void {
  socket.end();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.resume();
}
