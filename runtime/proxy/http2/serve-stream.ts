/** Serves the request of a stream as if it were one of HTTP/1. */
import type { ServerHttp2Stream } from 'node:http2';
import { markBroken } from '../body/broken-requests.ts';
import type { Gateway } from '../exchange/gateway.ts';
import { recordMalformed } from '../exchange/record-malformed.ts';
import { serve } from '../exchange/serve.ts';
import type { RequestStream } from '../http/client-side.ts';
import { PROTOCOL_ERROR } from './error-codes.ts';
import type { StreamHead } from './read-head.ts';
import { streamRequest } from './stream-request.ts';
import { StreamResponse } from './stream-response.ts';

/** `raw`: names and values alternate, as nghttp2 parsed them. */
export function serveStream(
  gateway: Gateway,
  stream: ServerHttp2Stream,
  { message, fields, refusal }: Extract<StreamHead, { kind: 'Head' }>,
  raw: readonly string[],
): void {
  const { settings } = gateway;
  const { method, peer } = message;
  const hasHsts = settings.hstsMaxAge > 0 && peer.scheme === 'https';
  const response = new StreamResponse(stream, {
    isHead: method === 'HEAD',
    idleMs: settings.clientIdleTimeout,
    ownHeaders: hasHsts ? ['Strict-Transport-Security', `max-age=${settings.hstsMaxAge}`] : [],
    isRead: () => request.complete,
  });
  const request = streamRequest(stream, message, () => response.bytesSent);
  if (refusal === undefined && !isSame(fields.flat(), raw)) {
    recordMalformed(gateway, message, 'read in two ways');
    stream.close(PROTOCOL_ERROR);
    return;
  }
  if (!request.complete) limitTime(stream, request, settings.requestTimeout);
  serve(gateway, message, { request, response }, refusal);
}

/** Returns true when both parsers found the same fields: rules must see what nghttp2 made of the same bytes. */
function isSame(own: readonly string[], other: readonly string[]): boolean {
  return own.length === other.length && own.every((text, index) => text === other[index]);
}

function limitTime(stream: ServerHttp2Stream, request: RequestStream, ms: number): void {
  const timer = setTimeout(() => markBroken(request, 'TooSlow'), ms);
  stream.once('end', () => clearTimeout(timer));
  stream.once('close', () => clearTimeout(timer));
}
