/** Headers that apply to one connection only, and those that a client may not declare as such. */
import { type ByteString, lowerAscii } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';
import { headerValues } from '#engine/host/header-values.ts';
import { isForwardingHeader } from './forwarding-headers.ts';

/** Hop-by-hop headers of RFC 9110 section 7.6.1 and of older practice. */
export const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The usual values of `Connection`, which name no header; a fast path for them. */
const NAMES_NO_HEADER: ReadonlySet<string> = new Set(['', 'close', 'keep-alive']);
const NONE: readonly string[] = [];

/** Returns the options in the values of `Connection` that may name headers, in lower case. */
export function connectionTokens(values: readonly ByteString[]): readonly string[] {
  const [only = ''] = values;
  if (values.length <= 1 && NAMES_NO_HEADER.has(only)) return NONE;
  return values
    .flatMap((value) => lowerAscii(value).split(','))
    .map((token) => token.trim())
    .filter((token) => token !== '');
}

/** Returns the names that must not be forwarded, in lower case: the fixed list and those that Connection nominates. */
export function hopByHopNames(headers: readonly Header[]): ReadonlySet<string> {
  const nominated = connectionTokens(headerValues(headers, 'connection'));
  return nominated.length === 0 ? HOP_BY_HOP : new Set([...HOP_BY_HOP, ...nominated]);
}

/**
 * Returns true for headers that `Connection` may not nominate: those that frame, route or authenticate the request,
 * those that the proxy adds, and those that determine how rules parse the body
 * (docs/spec/http.md#hop-by-hop-headers).
 */
export function isProtected(name: string): boolean {
  return PROTECTED.has(name) || isForwardingHeader(name) || name.startsWith('content-');
}

const PROTECTED: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'host',
  'transfer-encoding',
  'user-agent',
  'x-request-id',
]);
