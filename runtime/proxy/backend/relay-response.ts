/**
 * Relays a backend's response without hop-by-hop headers. The client gets the body whole, or notices that it is
 * incomplete.
 */
import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import type { Header, ResponseHead } from '#engine/host/compiled-waf.ts';
import { bufferedBytes } from '../body/buffered-bytes.ts';
import { headerPairs } from '../http/client-message.ts';
import type { ResponseStream } from '../http/client-side.ts';
import { hopByHopNames } from '../http/hop-by-hop.ts';
import { endWithBatch } from '../http/recorded-response.ts';
import type { Responded } from './attempt.ts';
import { watchSilence } from './backend-timeouts.ts';

/** Returns the response head as rules see it. */
export function responseHead(backendResponse: IncomingMessage): ResponseHead {
  return {
    status: backendResponse.statusCode ?? 0,
    protocol: `HTTP/${backendResponse.httpVersion}`,
    headers: headerPairs(backendResponse.rawHeaders),
  };
}

/**
 * Writes status and headers. Throws before it writes anything when the backend sent bytes that no response may
 * contain.
 */
export function writeResponseHead(
  response: ResponseStream,
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
 * Streams the body, beginning with `held`, the chunks read for inspection. When the backend aborts the response,
 * this closes the connection, so that an incomplete body never looks complete, and calls `broken`.
 */
export function relayBody(
  response: ResponseStream,
  { backendResponse, request }: Responded,
  held: readonly Buffer[],
  idleMs: number,
  broken: (error: Error | null) => void,
): void {
  for (const chunk of held) response.write(chunk);
  if (backendResponse.complete && backendResponse.errored === null) {
    // Usually the whole body arrived in one packet; stream listeners would cost 10 us.
    const last = bufferedBytes(backendResponse);
    // What was held is already corked, and its last chunk belongs into the same packet.
    if (held.length === 0) endWithBatch(response, last);
    else response.end(last);
    return;
  }
  const end = (): void => {
    if (response.writableEnded || response.destroyed) return;
    broken(backendResponse.errored);
    breakOff(response);
  };
  backendResponse.once('error', end);
  backendResponse.once('close', end);
  if (backendResponse.destroyed) end();
  backendResponse.on('data', (chunk: Buffer) => {
    if (backendResponse.complete && backendResponse.readableLength === 0) response.end(chunk);
    else if (!response.write(chunk)) awaitDrain(response, { backendResponse, request }, idleMs);
  });
  backendResponse.once('end', () => {
    if (!response.writableEnded) response.end();
  });
  // Inspection may have paused the response.
  backendResponse.resume();
  setImmediate(() => {
    if (response.writableEnded || response.destroyed) return;
    // Sends the headers of streams whose body begins late (server-sent events, long polls).
    response.flushHeaders();
    watchSilence(request, backendResponse, idleMs);
  });
}

/**
 * Resumes the backend's response when the client can take more. It listens to the socket, because Node emits
 * `drain` on a response of HTTP/1 only while it reads that connection.
 */
function awaitDrain(
  response: ResponseStream,
  { backendResponse, request }: Pick<Responded, 'backendResponse' | 'request'>,
  idleMs: number,
): void {
  backendResponse.pause();
  // Meanwhile nothing is read from the backend, so its time-out is off; that of the client is on.
  request.setTimeout(0);
  const writer = response instanceof ServerResponse ? response.socket : response;
  writer?.once('drain', () => {
    request.setTimeout(idleMs);
    backendResponse.resume();
  });
}

/**
 * Aborts an incomplete response. Clients notice that the last chunk or bytes are missing. An HTTP/1.0 client of a
 * response without Content-Length notices only a reset.
 */
function breakOff(response: ResponseStream): void {
  const isOld = response instanceof ServerResponse && response.req.httpVersion === '1.0';
  if (isOld) response.socket?.resetAndDestroy();
  else response.destroy();
}
