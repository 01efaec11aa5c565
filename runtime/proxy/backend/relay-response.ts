/** A backend's answer on its way to the client: headers cleaned, body whole or visibly broken. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { lowerAscii } from '../../engine/bytes/byte-string.ts';
import type { Header, ResponseHead } from '../../engine/host/compiled-waf.ts';
import { headerPairs } from '../http/client-message.ts';
import { hopByHopNames } from '../http/hop-by-hop.ts';
import type { Answered } from './attempt.ts';
import { watchSilence } from './backend-timeouts.ts';

/** What response rules see. */
export function responseHead(answer: IncomingMessage): ResponseHead {
  return {
    status: answer.statusCode ?? 0,
    protocol: `HTTP/${answer.httpVersion}`,
    headers: headerPairs(answer.rawHeaders),
  };
}

/**
 * Writes status and headers. Throws when the backend sent what no response may contain; nothing
 * has been written then.
 */
export function writeAnswerHead(
  response: ServerResponse,
  answer: IncomingMessage,
  headers: readonly Header[],
  id: string,
): void {
  const status = answer.statusCode ?? 502;
  const dropped = hopByHopNames(headers);
  const passed = ['X-Request-Id', id];
  for (const [name, value] of headers) {
    const lower = lowerAscii(name);
    const isReplaced = lower === 'x-request-id' || (status === 204 && lower === 'content-length');
    if (!dropped.has(lower) && !isReplaced) passed.push(name, value);
  }
  const phrase = answer.statusMessage || STATUS_CODES[status] || 'Unknown';
  response.writeHead(status, phrase, passed);
}

/**
 * Streams the body. `held` goes first: what was read for inspection. An answer that the backend
 * breaks off ends in a closed connection, never in a body that looks complete; `broken` is called
 * then.
 */
export function relayBody(
  response: ServerResponse,
  { answer, request }: Answered,
  held: readonly Buffer[],
  idleMs: number,
  broken: (error: Error | null) => void,
): void {
  for (const chunk of held) response.write(chunk);
  if (answer.complete && answer.errored === null) {
    // As a rule all of it came in one packet: a stream's dozen listeners would cost 10 us.
    const rest: unknown = answer.read();
    response.end(rest ?? undefined);
    return;
  }
  const end = (): void => {
    if (response.writableEnded || response.destroyed) return;
    broken(answer.errored);
    breakOff(response);
  };
  answer.once('error', end);
  answer.once('close', end);
  if (answer.errored !== null) end();
  answer.on('data', (chunk: Buffer) => {
    if (answer.complete && answer.readableLength === 0) response.end(chunk);
    else if (!response.write(chunk)) awaitDrain(response, answer);
  });
  answer.once('end', () => {
    if (!response.writableEnded) response.end();
  });
  // Reading for inspection may have paused it.
  answer.resume();
  setImmediate(() => {
    if (response.writableEnded || response.destroyed) return;
    // Headers of a stream that is quiet at first (server-sent events, long polls) go out now.
    response.flushHeaders();
    watchSilence(request, idleMs);
  });
}

/** Asks the connection: Node's server tells a response only as long as it reads that connection. */
function awaitDrain({ socket }: ServerResponse, answer: IncomingMessage): void {
  answer.pause();
  socket?.once('drain', () => answer.resume());
}

/**
 * Ends an answer that is not whole. The last chunk, or bytes of the length, are missing; a client of
 * HTTP/1.0 that has been told no length only learns it from a reset.
 */
function breakOff(response: ServerResponse): void {
  if (response.req.httpVersion === '1.0') response.socket?.resetAndDestroy();
  else response.destroy();
}
