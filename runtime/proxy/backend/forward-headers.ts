/** The headers a backend gets: what was inspected, less what is for us alone, plus what we vouch for. */
import type { IncomingHttpHeaders } from 'node:http';
import { lowerAscii } from '../../engine/byte-string.ts';
import type { Header } from '../../engine/compiled-waf.ts';
import type { ClientMessage } from '../http/client-message.ts';
import { headerValues } from '../http/client-message.ts';
import { hopByHopNames } from '../http/hop-by-hop.ts';

export type Forwarding = {
  readonly id: string;
  /** Folded. */
  readonly clientAddress: string;
  readonly peerAddress: string;
  /** Its word on the original scheme counts. */
  readonly peerTrusted: boolean;
  /** Canonical, with port. */
  readonly host: string;
  /** Bytes of the body; undefined: the message had none and needs none. */
  readonly contentLength: number | undefined;
  /** Response rules can only read what is whole and not compressed. */
  readonly plainResponse: boolean;
};

/** Set by us, or claims about the client that only the proxy in front of the backend may make. */
const REPLACED: ReadonlySet<string> = new Set([
  'cdn-connecting-ip',
  'cf-connecting-ip',
  'client-ip',
  'content-length',
  'forwarded',
  'host',
  'true-client-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-real-ip',
  'x-request-id',
]);

/** Ask for an answer that rules could not read: compressed, or in pieces (design/security.md B15). */
const PARTIAL: ReadonlySet<string> = new Set(['accept-encoding', 'if-range', 'range']);

/** Name as first spelt, values in wire order. */
type Field = { readonly name: string; readonly values: string[] };

/**
 * A fresh header object in wire order. Names with bytes other than letters, digits and hyphens
 * are left out: backends disagree on them (design/security.md H7). Repeated headers are arrays.
 */
export function forwardHeaders(message: ClientMessage, to: Forwarding): IncomingHttpHeaders {
  const fields = new Map<string, Field>([['host', { name: 'Host', values: [to.host] }]]);
  const dropped = hopByHopNames(message.headers);
  for (const [name, value] of message.headers) {
    const lower = lowerAscii(name);
    if (dropped.has(lower) || isReplaced(lower) || !/^[a-z0-9-]+$/.test(lower)) continue;
    if (to.plainResponse && PARTIAL.has(lower)) continue;
    const field = fields.get(lower);
    if (field === undefined) fields.set(lower, { name, values: [value] });
    else field.values.push(value);
  }
  const headers: IncomingHttpHeaders = {};
  for (const { name, values } of fields.values()) {
    headers[name] = values.length === 1 ? values[0] : values;
  }
  for (const [name, value] of ownHeaders(message, to)) headers[name] = value;
  return headers;
}

function isReplaced(name: string): boolean {
  return REPLACED.has(name) || name.startsWith('x-forwarded-');
}

function ownHeaders(message: ClientMessage, to: Forwarding): [string, string][] {
  const direct = to.clientAddress === to.peerAddress;
  const path = direct ? to.clientAddress : `${to.clientAddress}, ${to.peerAddress}`;
  const own: [string, string][] = [
    ['X-Forwarded-For', path],
    ['X-Forwarded-Host', to.host],
    ['X-Forwarded-Proto', to.peerTrusted ? originalScheme(message.headers) : 'http'],
    ['X-Real-IP', to.clientAddress],
    ['X-Request-Id', to.id],
  ];
  // Lower case: http-proxy looks for exactly this name before it adds one of its own.
  if (to.contentLength !== undefined) own.push(['content-length', String(to.contentLength)]);
  return own;
}

/** TLS ends in front of us: only the terminator knows what the client spoke. */
function originalScheme(headers: readonly Header[]): 'http' | 'https' {
  const [scheme] = headerValues(headers, 'x-forwarded-proto');
  return lowerAscii(scheme ?? '').trim() === 'https' ? 'https' : 'http';
}
