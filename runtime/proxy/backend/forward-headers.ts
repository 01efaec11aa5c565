/** Builds the headers for a backend: the inspected ones without hop-by-hop headers, plus those that the proxy sets. */
import type { IncomingHttpHeaders } from 'node:http';
import { lowerAscii } from '../../engine/bytes/byte-string.ts';
import type { PeerTrust } from '../filters/client-address.ts';
import type { ClientMessage } from '../http/client-message.ts';
import { headerValues } from '../http/client-message.ts';
import { isForwardingHeader } from '../http/forwarding-headers.ts';
import { connectionTokens, HOP_BY_HOP } from '../http/hop-by-hop.ts';

/** Headers of W3C Trace Context. */
export type TraceContext = {
  readonly traceparent: string;
  readonly tracestate: string | undefined;
};

export type Forwarding = {
  readonly id: string;
  /** The client's address, folded. */
  readonly clientAddress: string;
  readonly peerAddress: string;
  /** Decides whether the peer's scheme and forwarding headers are kept. */
  readonly trust: PeerTrust;
  /** CLIENT_IP_HEADER in lower case; treated as a forwarding header. */
  readonly clientIpHeader: string | undefined;
  /** The canonical host, with the port if the client sent one. */
  readonly host: string;
  /** Bytes of the body; undefined when the message has no body and needs no Content-Length. */
  readonly contentLength: number | undefined;
  /** Replaces the client's trace headers; when undefined, those are forwarded. */
  readonly trace: TraceContext | undefined;
  /** True when rules read the response body, which must then be whole and uncompressed. */
  readonly plainResponse: boolean;
};

/** Hop-by-hop headers, and headers that the proxy sets itself. */
const REPLACED: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  'content-length',
  'host',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'x-request-id',
]);

/**
 * Request headers that lead to compressed or partial responses, which rules cannot read
 * (docs/spec/http.md#responses-that-rules-read).
 */
const PARTIAL: ReadonlySet<string> = new Set(['accept-encoding', 'if-range', 'range']);

const TRACE: ReadonlySet<string> = new Set(['traceparent', 'tracestate']);

/**
 * Returns a new header object in wire order; each name is spelled as in its first occurrence. Headers whose names
 * have other bytes than letters, digits and hyphens are left out, because backends interpret them differently
 * (docs/spec/http.md#header-names). Repeated headers become arrays.
 */
export function forwardHeaders(message: ClientMessage, to: Forwarding): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = { Host: to.host };
  const nominated = connectionTokens(headerValues(message.headers, 'connection'));
  const spelt: string[] = [];
  const lowered: string[] = [];
  for (const { 0: name, 1: value } of message.headers) {
    const lower = lowerAscii(name);
    if (isReplaced(lower, to) || nominated.includes(lower) || !isPlain(lower)) continue;
    if (to.trust !== 'trusted' && isClaim(lower, to)) continue;
    if (to.plainResponse && PARTIAL.has(lower)) continue;
    const before = lowered.indexOf(lower);
    if (before !== -1) {
      const first = spelt[before] ?? name;
      headers[first] = [headers[first] ?? [], value].flat();
      continue;
    }
    headers[name] = value;
    spelt.push(name);
    lowered.push(lower);
  }
  addOwn(headers, message, to);
  return headers;
}

function isReplaced(name: string, { trace }: Forwarding): boolean {
  return REPLACED.has(name) || (trace !== undefined && TRACE.has(name));
}

/** Returns true for headers that make a claim about the client, which only a trusted proxy may set. */
function isClaim(name: string, { clientIpHeader }: Forwarding): boolean {
  return isForwardingHeader(name) || name === clientIpHeader;
}

/**
 * Returns true when a name has only lower-case letters, digits and hyphens. This loop is faster than a regular
 * expression.
 */
function isPlain(name: string): boolean {
  for (let index = 0; index < name.length; index += 1) {
    const byte = name.charCodeAt(index);
    const isLetter = byte >= 0x61 && byte <= 0x7a;
    const isDigit = byte >= 0x30 && byte <= 0x39;
    if (!isLetter && !isDigit && byte !== 0x2d) return false;
  }
  return name !== '';
}

function addOwn(headers: IncomingHttpHeaders, message: ClientMessage, to: Forwarding): void {
  const direct = to.clientAddress === to.peerAddress;
  headers['X-Forwarded-For'] = direct ? to.clientAddress : `${to.clientAddress}, ${to.peerAddress}`;
  headers['X-Forwarded-Host'] = to.host;
  headers['X-Forwarded-Proto'] =
    to.trust === 'untrusted' ? message.peer.scheme : originalScheme(message);
  for (const [name, value] of message.peer.certificate ?? []) headers[name] = value;
  headers['X-Real-IP'] = to.clientAddress;
  headers['X-Request-Id'] = to.id;
  if (to.trace !== undefined) {
    const { traceparent, tracestate } = to.trace;
    headers['traceparent'] = traceparent;
    if (tracestate !== undefined) headers['tracestate'] = tracestate;
  }
  // The name is in lower case, because http-proxy looks for exactly this name before it adds its own header.
  if (to.contentLength !== undefined) headers['content-length'] = String(to.contentLength);
}

/** Returns the client's scheme. When another proxy terminates TLS, only its X-Forwarded-Proto states the scheme. */
export function originalScheme({ headers, peer }: ClientMessage): 'http' | 'https' {
  const [scheme = peer.scheme] = headerValues(headers, 'x-forwarded-proto');
  return lowerAscii(scheme).trim() === 'https' ? 'https' : 'http';
}
