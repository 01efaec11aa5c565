/** Parses the fields of a request's head, and decides which heads are malformed (RFC 9113 sections 8.1.1 to 8.3). */
import { METHODS } from 'node:http';
import { type ByteString, lowerAscii } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';
import { headerValues } from '#engine/host/header-values.ts';
import { canonicalHost, isSameHost } from '../http/canonical-host.ts';
import { type Refused, refuse } from '../http/check-protocol.ts';
import { withCertificate } from '../http/client-certificate.ts';
import type { ClientMessage, Peer } from '../http/client-message.ts';

export type StreamHead =
  | {
      readonly kind: 'Head';
      readonly message: ClientMessage;
      /** The fields as received. */
      readonly fields: readonly Header[];
      /** Set for a head that is well-formed but refused. */
      readonly refusal: Refused | undefined;
    }
  /** A head whose stream is reset (RFC 9113 section 8.1.1). `message`: as much of it as could be parsed. */
  | { readonly kind: 'Malformed'; readonly message: ClientMessage; readonly reason: string };

/** The limit of HTTP/1, which includes names, values and separators. */
const MAX_HEAD_BYTES = 16_384;
const SEPARATOR_BYTES = 4;

const PSEUDO: ReadonlySet<string> = new Set([
  ':method',
  ':scheme',
  ':authority',
  ':path',
  ':protocol',
]);

/** Headers that HTTP/2 forbids (RFC 9113 section 8.2.2); `te` has its own rule. */
const OF_CONNECTIONS: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

const KNOWN_METHODS: ReadonlySet<string> = new Set(METHODS);
const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
const METHOD = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const VALUE = /^(?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/;
/** The same bytes as in HTTP/1.1; others must be percent-encoded (RFC 3986 section 2.1). */
const PATH = /^(?:\/[\x21-\x7e]*|\*)$/;
const SCHEME = /^[a-z][a-z0-9+.-]*$/;

/**
 * Parses a head. `fields`: in wire order. `isWhole`: false when fields were left out. `endsWithHead`: true when no
 * body follows. Fields of Cookie are joined, as for any HTTP/1 recipient (section 8.2.3); `:authority` becomes
 * Host.
 */
export function readHead(
  fields: readonly Header[],
  isWhole: boolean,
  endsWithHead: boolean,
  peer: Peer,
): StreamHead {
  const method = pseudoValue(fields, ':method') ?? '';
  const authority = pseudoValue(fields, ':authority');
  const headers = headersOf(fields, authority);
  const message: ClientMessage = {
    method,
    target: (method === 'CONNECT' ? authority : pseudoValue(fields, ':path')) ?? '',
    httpVersion: '2.0',
    headers: peer.certificate === undefined ? headers : withCertificate(headers, peer.certificate),
    peer,
    endsWithHead,
  };
  const reason =
    fieldProblem(fields) ??
    orderProblem(fields) ??
    pseudoProblem(fields) ??
    hostProblem(fields) ??
    lengthProblem(message);
  if (reason !== undefined) return { kind: 'Malformed', message, reason };
  // nghttp2 resets this stream.
  if (!isWhole) return { kind: 'Malformed', message, reason: 'header section too large' };
  const refusal =
    sizeOf(fields) > MAX_HEAD_BYTES
      ? refuse(431, 'header section too large')
      : refusalOf(message, pseudoValue(fields, ':scheme') ?? '', authority);
  return { kind: 'Head', message, fields, refusal };
}

function pseudoValue(fields: readonly Header[], name: string): ByteString | undefined {
  return fields.find(([own]) => own === name)?.[1];
}

/** Builds the headers that rules see. A Host equal to `:authority` is left out. */
function headersOf(fields: readonly Header[], authority: ByteString | undefined): Header[] {
  const headers: Header[] = [];
  if (authority !== undefined) headers.push(['host', authority]);
  let cookie: number | undefined;
  for (const [name, value] of fields) {
    if (name.startsWith(':') || (name === 'host' && isSame(value, authority))) continue;
    const before = cookie === undefined ? undefined : headers[cookie];
    if (name === 'cookie' && cookie !== undefined && before !== undefined) {
      headers[cookie] = [name, `${before[1]}; ${value}`];
      continue;
    }
    if (name === 'cookie') cookie = headers.length;
    headers.push([name, value]);
  }
  return headers;
}

function isSame(host: ByteString, authority: ByteString | undefined): boolean {
  return authority !== undefined && lowerAscii(host) === lowerAscii(authority);
}

function fieldProblem(fields: readonly Header[]): string | undefined {
  for (const [name, value] of fields) {
    if (!VALUE.test(value)) return 'invalid header value';
    if (name.startsWith(':')) continue;
    if (!NAME.test(name)) return 'invalid header name';
    const isOfConnection =
      OF_CONNECTIONS.has(name) || (name === 'te' && lowerAscii(value) !== 'trailers');
    if (isOfConnection) return 'header of an HTTP/1 connection';
  }
  return undefined;
}

function orderProblem(fields: readonly Header[]): string | undefined {
  const found = new Set<string>();
  let isAfter = false;
  for (const [name] of fields) {
    if (!name.startsWith(':')) {
      isAfter = true;
      continue;
    }
    if (isAfter) return 'pseudo-header after headers';
    if (!PSEUDO.has(name)) return 'unknown pseudo-header';
    if (found.has(name)) return 'repeated pseudo-header';
    found.add(name);
  }
  return undefined;
}

/** Checks the values of the pseudo-headers, each of which occurs at most once. */
function pseudoProblem(fields: readonly Header[]): string | undefined {
  const method = pseudoValue(fields, ':method');
  if (method === undefined || !METHOD.test(method)) return 'missing or invalid :method';
  // The proxy's settings do not offer extended CONNECT, so browsers use another connection for WebSocket (RFC 8441
  // section 3).
  if (pseudoValue(fields, ':protocol') !== undefined) return 'extended CONNECT is not offered';
  const scheme = pseudoValue(fields, ':scheme');
  const path = pseudoValue(fields, ':path');
  if (method === 'CONNECT') {
    const isPlain = path === undefined && scheme === undefined;
    return isPlain ? undefined : 'malformed CONNECT';
  }
  if (!SCHEME.test(scheme ?? '')) return 'missing or invalid :scheme';
  const isPath = PATH.test(path ?? '') && (path !== '*' || method === 'OPTIONS');
  return isPath ? undefined : 'missing or invalid :path';
}

function hostProblem(fields: readonly Header[]): string | undefined {
  const authority = pseudoValue(fields, ':authority');
  if (authority !== undefined && canonicalHost(authority) === undefined)
    return 'invalid :authority';
  const hosts = headerValues(fields, 'host');
  if (hosts.length > 1) return 'repeated Host';
  if (hosts.some((host) => canonicalHost(host) === undefined)) return 'invalid Host';
  const isNamed = authority !== undefined || hosts.length > 0;
  return isNamed ? undefined : 'neither :authority nor Host';
}

/** Checks Content-Length. A length that contradicts the frames is detected when they arrive. */
function lengthProblem({ headers, endsWithHead }: ClientMessage): string | undefined {
  const lengths = headerValues(headers, 'content-length');
  if (lengths.length > 1) return 'repeated Content-Length';
  const [length = '0'] = lengths;
  if (!/^[0-9]{1,10}$/.test(length)) return 'malformed Content-Length';
  return endsWithHead === true && Number(length) > 0 ? 'Content-Length without a body' : undefined;
}

function refusalOf(
  { method, headers }: ClientMessage,
  scheme: ByteString,
  authority: ByteString | undefined,
): Refused | undefined {
  if (!KNOWN_METHODS.has(method)) return refuse(400, 'invalid method');
  if (method === 'CONNECT') return undefined;
  if (scheme !== 'http' && scheme !== 'https') return refuse(400, 'unknown :scheme');
  const named = authority === undefined ? undefined : canonicalHost(authority);
  const isOther = headerValues(headers, 'host').some((value) => {
    const host = canonicalHost(value);
    const port = scheme === 'https' ? 443 : 80;
    return named !== undefined && host !== undefined && !isSameHost(host, named, port);
  });
  return isOther ? refuse(400, 'Host differs from :authority') : undefined;
}

function sizeOf(fields: readonly Header[]): number {
  return fields.reduce(
    (sum, [name, value]) => sum + name.length + value.length + SEPARATOR_BYTES,
    0,
  );
}
