/** Builds the headers for a backend: the inspected ones without hop-by-hop headers, plus those that the proxy sets. */
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import { headerValues } from '#engine/host/header-values.ts';
import type { PeerTrust } from '../filters/client-address.ts';
import type { ClientMessage } from '../http/client-message.ts';
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
 * Returns names and values in turn, in wire order; repeated headers follow their first occurrence, whose spelling they
 * get, and cookies are joined (RFC 9113 section 8.2.3). Headers whose names have other bytes than letters, digits and
 * hyphens are left out, because backends interpret them differently (docs/spec/http.md#header-names).
 */
export function forwardHeaders(message: ClientMessage, to: Forwarding): string[] {
  const list: HeaderList = { lowered: ['host'], fields: ['Host', to.host] };
  const nominated = connectionTokens(headerValues(message.headers, 'connection'));
  for (const { 0: name, 1: value } of message.headers) {
    const lower = lowerAscii(name);
    if (isReplaced(lower, to) || nominated.includes(lower) || !isPlain(lower)) continue;
    if (to.trust !== 'trusted' && isClaim(lower, to)) continue;
    if (to.plainResponse && PARTIAL.has(lower)) continue;
    const before = list.lowered.lastIndexOf(lower);
    if (before === -1) add(list, name, lower, value);
    else repeat(list, before, lower, value);
  }
  addOwn(list, message, to);
  return list.fields;
}

/** `fields`: names and values in turn. `lowered`: the same names in lower case. */
type HeaderList = { readonly lowered: string[]; readonly fields: string[] };

function add({ lowered, fields }: HeaderList, name: string, lower: string, value: string): void {
  lowered.push(lower);
  fields.push(name, value);
}

/** `before`: the index of the last header with the same name. */
function repeat(
  { lowered, fields }: HeaderList,
  before: number,
  lower: string,
  value: string,
): void {
  if (lower === 'cookie') {
    fields[2 * before + 1] += `; ${value}`;
    return;
  }
  lowered.splice(before + 1, 0, lower);
  fields.splice(2 * before + 2, 0, fields[2 * before] ?? '', value);
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

function addOwn(list: HeaderList, message: ClientMessage, to: Forwarding): void {
  const { fields } = list;
  const direct = to.clientAddress === to.peerAddress;
  fields.push(
    'X-Forwarded-For',
    direct ? to.clientAddress : `${to.clientAddress}, ${to.peerAddress}`,
    'X-Forwarded-Host',
    to.host,
    'X-Forwarded-Proto',
    to.trust === 'untrusted' ? message.peer.scheme : originalScheme(message),
  );
  for (const [name, value] of message.peer.certificate ?? []) replace(list, name, value);
  fields.push('X-Real-IP', to.clientAddress, 'X-Request-Id', to.id);
  if (to.trace !== undefined) {
    const { traceparent, tracestate } = to.trace;
    fields.push('traceparent', traceparent);
    if (tracestate !== undefined) fields.push('tracestate', tracestate);
  }
  if (to.contentLength !== undefined) fields.push('content-length', String(to.contentLength));
}

/** Sets a header that the message may have: a trusted peer's claim about its client must not stand beside ours. */
function replace({ lowered, fields }: HeaderList, name: string, value: string): void {
  const index = lowered.indexOf(lowerAscii(name));
  if (index === -1) fields.push(name, value);
  else fields.splice(2 * index, 2, name, value);
}

/** Returns the client's scheme. When another proxy terminates TLS, only its X-Forwarded-Proto states the scheme. */
export function originalScheme({ headers, peer }: ClientMessage): 'http' | 'https' {
  const [scheme = peer.scheme] = headerValues(headers, 'x-forwarded-proto');
  return lowerAscii(scheme).trim() === 'https' ? 'https' : 'http';
}
