/** Which heads of responses are unambiguous enough to be relayed: the protocol gate of the other side. */
import type { IncomingMessage } from 'node:http';
import { lowerAscii } from '../../engine/bytes/byte-string.ts';
import { headerPairs, headerValues } from '../http/client-message.ts';
import { type BackendFailure, malformed } from './backend-failure.ts';

/** Node 20 drops what is over this number unless it is told not to; other releases refuse. */
const MAX_HEADERS = 1000;

/** RFC 9112 section 4: blanks, visible characters and bytes over 127. */
const PHRASE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** What is wrong with the head of an ordinary answer; undefined: nothing. */
export function responseProblem(backendResponse: IncomingMessage): BackendFailure | undefined {
  const { httpVersion, statusCode = 0, statusMessage = '', rawHeaders } = backendResponse;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return malformed('protocol version');
  // Nobody has asked for another protocol, or it is not the one that was asked for.
  if (statusCode === 101) return malformed('unexpected 101');
  if (statusCode < 200) return malformed('invalid status');
  if (!PHRASE.test(statusMessage)) return malformed('control byte in the reason phrase');
  if (rawHeaders.length > 2 * MAX_HEADERS) return malformed('too many header fields');
  return framingProblem(backendResponse);
}

/** What is wrong with a 101 to a WebSocket handshake. */
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
 * Node removes `chunked`, and nothing else: the body of another coding would lose its label with this
 * header, which belongs to one connection. We have asked for none (RFC 9112 section 7.4).
 */
function framingProblem({ rawHeaders, httpVersion }: IncomingMessage): BackendFailure | undefined {
  const codings = headerValues(headerPairs(rawHeaders), 'transfer-encoding');
  if (codings.length === 0) return undefined;
  if (httpVersion !== '1.1') return malformed('Transfer-Encoding in HTTP/1.0');
  const isChunked = codings.length === 1 && lowerAscii(codings[0] ?? '') === 'chunked';
  return isChunked ? undefined : malformed('unsupported Transfer-Encoding');
}
