/** Checks whether a response head is unambiguous enough to be relayed. */
import type { IncomingMessage } from 'node:http';
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import { headerValues } from '#engine/host/header-values.ts';
import { headerPairs } from '../http/client-message.ts';
import { type BackendFailure, malformed } from './backend-failure.ts';

/** Node 20 drops headers above this number by default; other releases refuse the response. */
const MAX_HEADERS = 1000;

/** The bytes of a reason phrase (RFC 9112 section 4): blanks, visible characters and bytes over 127. */
const PHRASE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Returns the problem of an ordinary response head; undefined when there is none. */
export function responseProblem(backendResponse: IncomingMessage): BackendFailure | undefined {
  const { httpVersion, statusCode = 0, statusMessage = '', rawHeaders } = backendResponse;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return malformed('protocol version');
  // Either no upgrade was requested, or the backend switches to another protocol.
  if (statusCode === 101) return malformed('unexpected 101');
  if (statusCode < 200) return malformed('invalid status');
  if (!PHRASE.test(statusMessage)) return malformed('control byte in the reason phrase');
  if (rawHeaders.length > 2 * MAX_HEADERS) return malformed('too many header fields');
  return framingProblem(backendResponse);
}

/** Returns the problem of a 101 response to a WebSocket handshake; undefined when there is none. */
export function switchProblem({
  rawHeaders,
  statusCode,
}: IncomingMessage): BackendFailure | undefined {
  if (statusCode !== 101) return malformed('upgrade without 101');
  if (rawHeaders.length > 2 * MAX_HEADERS) return malformed('too many header fields');
  const [protocol, ...more] = headerValues(headerPairs(rawHeaders), 'upgrade');
  const isWebSocket = more.length === 0 && lowerAscii(protocol ?? '') === 'websocket';
  return isWebSocket ? undefined : malformed('unexpected 101');
}

/**
 * Returns the problem of the response's transfer coding; undefined when there is none. Node decodes only `chunked`.
 * With another coding the relayed body would be undecodable, because this hop-by-hop header is not forwarded. The
 * proxy sends no TE, so a backend should use no other (RFC 9112 section 7.4).
 */
function framingProblem({ rawHeaders, httpVersion }: IncomingMessage): BackendFailure | undefined {
  const codings = headerValues(headerPairs(rawHeaders), 'transfer-encoding');
  if (codings.length === 0) return undefined;
  if (httpVersion !== '1.1') return malformed('Transfer-Encoding in HTTP/1.0');
  const isChunked = codings.length === 1 && lowerAscii(codings[0] ?? '') === 'chunked';
  return isChunked ? undefined : malformed('unsupported Transfer-Encoding');
}
