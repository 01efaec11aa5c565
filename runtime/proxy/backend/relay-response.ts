/** A backend's answer on its way to the client: headers cleaned, body whole or visibly broken. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { lowerAscii } from '../../engine/bytes/byte-string.ts';
import type { Header, ResponseHead } from '../../engine/host/compiled-waf.ts';
import { headerPairs } from '../http/client-message.ts';
import { hopByHopNames } from '../http/hop-by-hop.ts';
import type { Responded } from './attempt.ts';
import { watchSilence } from './backend-timeouts.ts';

/** What response rules see. */
export function responseHead(backendResponse: IncomingMessage): ResponseHead {
  return {
    status: backendResponse.statusCode ?? 0,
    protocol: `HTTP/${backendResponse.httpVersion}`,
    headers: headerPairs(backendResponse.rawHeaders),
  };
}

/**
 * Writes status and headers. Throws when the backend sent what no response may contain; nothing
 * has been written then.
 */
export function writeResponseHead(
  response: ServerResponse,
  backendResponse: IncomingMessage,
  headers: readonly Header[],
  id: string,
): void {
  const status = backendResponse.statusCode ?? 502;
  const dropped = hopByHopNames(headers);
  const passed = ['X-Request-Id', id];
  for (const [name, value] of headers) {
    const lower = lowerAscii(name);
    const isReplaced = lower === 'x-request-id' || (status === 204 && lower === 'content-length');
    if (!dropped.has(lower) && !isReplaced) passed.push(name, value);
  }
  const phrase = backendResponse.statusMessage || STATUS_CODES[status] || 'Unknown';
  response.writeHead(status, phrase, passed);
}

/**
 * Streams the body. `held` goes first: what was read for inspection. An answer that the backend
 * breaks off ends in a closed connection, never in a body that looks complete; `broken` is called
 * then.
 */
export function relayBody(
  response: ServerResponse,
  { backendResponse, request }: Responded,
  held: readonly Buffer[],
  idleMs: number,
  broken: (error: Error | null) => void,
): void {
  for (const chunk of held) response.write(chunk);
  if (backendResponse.complete && backendResponse.errored === null) {
    // As a rule all of it came in one packet: a stream's dozen listeners would cost 10 us.
    const rest: unknown = backendResponse.read();
    response.end(rest ?? undefined);
    return;
  }
  const end = (): void => {
    if (response.writableEnded || response.destroyed) return;
    broken(backendResponse.errored);
    breakOff(response);
  };
  backendResponse.once('error', end);
  backendResponse.once('close', end);
  if (backendResponse.errored !== null) end();
  backendResponse.on('data', (chunk: Buffer) => {
    if (backendResponse.complete && backendResponse.readableLength === 0) response.end(chunk);
    else if (!response.write(chunk)) awaitDrain(response, backendResponse);
  });
  backendResponse.once('end', () => {
    if (!response.writableEnded) response.end();
  });
  // Reading for inspection may have paused it.
  backendResponse.resume();
  setImmediate(() => {
    if (response.writableEnded || response.destroyed) return;
    // Headers of a stream that is quiet at first (server-sent events, long polls) go out now.
    response.flushHeaders();
    watchSilence(request, idleMs);
  });
}

/** Asks the connection: Node's server tells a response only as long as it reads that connection. */
function awaitDrain({ socket }: ServerResponse, backendResponse: IncomingMessage): void {
  backendResponse.pause();
  socket?.once('drain', () => backendResponse.resume());
}

/**
 * Ends an answer that is not whole. The last chunk, or bytes of the length, are missing; a client of
 * HTTP/1.0 that has been told no length only learns it from a reset.
 */
function breakOff(response: ServerResponse): void {
  if (response.req.httpVersion === '1.0') response.socket?.resetAndDestroy();
  else response.destroy();
}
