/** A backend's answer on its way to the client: headers cleaned, body whole or visibly broken. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { lowerAscii } from '../../engine/byte-string.ts';
import type { Header, ResponseHead } from '../../engine/compiled-waf.ts';
import { headerPairs } from '../http/client-message.ts';
import { hopByHopNames } from '../http/hop-by-hop.ts';

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
  const dropped = hopByHopNames(headers);
  const passed = headers.filter(([name]) => {
    const lower = lowerAscii(name);
    return !dropped.has(lower) && lower !== 'x-request-id';
  });
  const status = answer.statusCode ?? 502;
  const phrase = answer.statusMessage || STATUS_CODES[status] || 'Unknown';
  response.writeHead(status, phrase, [...passed.flat(), 'X-Request-Id', id]);
}

/**
 * Streams the body. `held` goes first: what was read for inspection. An answer that the backend
 * breaks off ends in a closed connection, never in a body that looks complete.
 */
export function relayBody(
  response: ServerResponse,
  answer: IncomingMessage,
  held: readonly Buffer[],
): void {
  for (const chunk of held) response.write(chunk);
  if (answer.readableEnded) {
    response.end();
    return;
  }
  const breakOff = (): void => {
    if (!answer.complete) response.destroy();
  };
  answer.once('error', breakOff);
  answer.once('close', breakOff);
  answer.pipe(response);
  // Headers of a stream that is quiet at first (server-sent events, long polls) go out now.
  setImmediate(() => {
    if (!response.writableEnded && !response.destroyed) response.flushHeaders();
  });
}
