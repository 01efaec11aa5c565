/** Sends local replies. */
import { ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { lacksContent, lacksLength } from '#engine/host/lacks-content.ts';
import type { RequestStream, ResponseStream } from './client-side.ts';
import { endWithBatch, RecordedResponse } from './recorded-response.ts';
import type { LocalReply } from './response.ts';

/**
 * Limits in milliseconds and bytes for discarding the rest of a request body. Closing the connection immediately
 * could reset it before the client has read the reply.
 */
const LINGER_MS = 2000;
const LINGER_BYTES = 1_048_576;

/**
 * Returns the text of the reply and, on its last line, the request id under which logs have it. It is empty when a rule
 * has named a status without content.
 */
function bodyOf(reply: LocalReply, id: string): Buffer {
  const text = lacksContent(reply.status) ? '' : `${reply.text}\nRequest id: ${id}\n`;
  return Buffer.from(text, 'latin1');
}

function headersOf(reply: LocalReply, id: string, length: number): string[] {
  const headers = [
    ...(lacksContent(reply.status) ? [] : ['Content-Type', 'text/plain; charset=utf-8']),
    ...(lacksLength(reply.status) ? [] : ['Content-Length', String(length)]),
    ...['Cache-Control', 'no-store'],
    ...['X-Content-Type-Options', 'nosniff'],
    ...['X-Request-Id', id],
  ];
  for (const [name, value] of reply.headers) headers.push(name, value);
  return headers;
}

/**
 * Replies to a request. When the request's body is incomplete, an HTTP/1 connection is closed after the reply, so
 * that the rest of the body is never parsed as another request.
 */
export function sendReply(
  request: RequestStream,
  response: ResponseStream,
  reply: LocalReply,
  id: string,
): void {
  const body = bodyOf(reply, id);
  sendWhole(request, response, reply.status, headersOf(reply, id, body.length), body);
}

/** Replies like `sendReply`, but with any body. `headers`: names and values alternate. */
export function sendWhole(
  request: RequestStream,
  response: ResponseStream,
  status: number,
  headers: string[],
  body: Buffer,
): void {
  const phrase = STATUS_CODES[status] ?? 'Error';
  if (request.complete || !(response instanceof ServerResponse)) {
    response.writeHead(status, phrase, headers);
    endWithBatch(response, body);
  } else {
    response.writeHead(status, phrase, [...headers, 'Connection', 'close']);
    if (response instanceof RecordedResponse) response.announceLast(body);
    response.write(body);
    response.flushHeaders();
    drain(request, () => response.end());
  }
}

/** Discards the rest of the body within the limits, then calls `done` once. */
function drain(request: RequestStream, done: () => void): void {
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
  // A client that has closed its side sends no more bytes, even if the message is incomplete.
  if (request.socket.readableEnded) finish();
  else request.socket.once('end', finish);
  request.resume();
}

/** Replies to a refused message, which has no response object. Returns the bytes that are sent, with the head. */
export function sendRawReply(socket: Socket, reply: LocalReply, id: string): number {
  const body = bodyOf(reply, id);
  return sendRaw(socket, reply.status, headersOf(reply, id, body.length), body);
}

/** Replies like `sendRawReply`, but with any body. `headers`: names and values alternate. */
export function sendRaw(
  socket: Socket,
  status: number,
  headers: readonly string[],
  body: Buffer,
): number {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}`];
  for (let i = 0; i + 1 < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
  lines.push(`Date: ${new Date().toUTCString()}`, 'Connection: close', '', '');
  const head = lines.join('\r\n');
  socket.write(head, 'latin1');
  socket.write(body);
  lingeringClose(socket);
  return head.length + body.length;
}

/**
 * Ends the writing side and discards input until the client closes. Closing first could reset the connection before
 * the client has read the reply.
 */
export function lingeringClose(socket: Socket): void {
  socket.end();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.resume();
}
