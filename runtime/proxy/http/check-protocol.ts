/** Decides which messages are unambiguous enough to be inspected and forwarded. */
import { type ByteString, lowerAscii } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';
import { type CanonicalHost, canonicalHost, isSameHost, NO_HOST } from './canonical-host.ts';
import { type CheckedHeaders, checkedHeaders } from './checked-headers.ts';
import type { ClientMessage } from './client-message.ts';
import { connectionTokens, isProtected } from './hop-by-hop.ts';
import { parseTargetForm, type TargetForm } from './target-form.ts';

/** How the client delimits its body. */
export type Framing =
  | { readonly kind: 'None' }
  | { readonly kind: 'Length'; readonly length: number }
  | { readonly kind: 'Chunked' };

export type Refused = {
  readonly kind: 'Refused';
  readonly status: number;
  /** Short, fixed text for the client and the access log. */
  readonly reason: string;
  /** Those that the refusal needs. */
  readonly headers: readonly Header[];
};

export type Accepted = {
  readonly kind: 'Accepted';
  readonly host: CanonicalHost;
  /** The target's path and query, byte for byte, in origin form. */
  readonly target: ByteString;
  readonly framing: Framing;
  /** True when the client waits for a 100 before it sends its body; HTTP/1.0 has no 100. */
  readonly expectsContinue: boolean;
};

/** Common backends accept no more headers; Node 20 silently drops those above its own limit. */
const MAX_HEADERS = 100;

/** Checks a request head against docs/spec/http.md#framing and docs/spec/http.md#host-and-headers. */
export function checkProtocol(message: ClientMessage): Accepted | Refused {
  const headers = checkedHeaders(message.headers);
  const refused =
    checkVersion(message) ??
    checkHeaderCount(message) ??
    checkMethod(message) ??
    checkTarget(message) ??
    checkFraming(message, headers) ??
    checkLookAlikes(headers) ??
    checkContentType(headers) ??
    checkConnection(headers) ??
    checkExpect(headers);
  if (refused !== undefined) return refused;
  const form = parseTargetForm(message.target);
  if (form.kind === 'Other') return refuse(400, 'request target is not in origin or absolute form');
  const host = hostOf(message, headers, form);
  if (host.kind === 'Refused') return host;
  return {
    kind: 'Accepted',
    host: host.host,
    target: form.target,
    framing: framingOf(message, headers),
    expectsContinue: message.httpVersion !== '1.0' && headers.expect.length > 0,
  };
}

export function refuse(status: number, reason: string, headers: readonly Header[] = []): Refused {
  return { kind: 'Refused', status, reason, headers };
}

/** The version HTTP/2.0 in a request line of HTTP/1 is refused, because such a message is not HTTP/2. */
function checkVersion({ httpVersion, endsWithHead }: ClientMessage): Refused | undefined {
  if (endsWithHead !== undefined) return undefined;
  if (httpVersion === '1.1' || httpVersion === '1.0') return undefined;
  if (httpVersion === '0.9') return refuse(400, 'HTTP/0.9');
  return refuse(505, 'unsupported protocol version');
}

function checkHeaderCount({ headers }: ClientMessage): Refused | undefined {
  return headers.length > MAX_HEADERS ? refuse(431, 'too many header fields') : undefined;
}

const ALLOW: readonly Header[] = [['Allow', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS']];

/** A reverse proxy serves neither TRACE nor CONNECT; a CONNECT without a port is also malformed. */
function checkMethod({ method, target }: ClientMessage): Refused | undefined {
  if (method === 'TRACE') return refuse(405, 'method TRACE', ALLOW);
  if (method !== 'CONNECT') return undefined;
  return /:[0-9]{1,5}$/.test(target)
    ? refuse(405, 'method CONNECT', ALLOW)
    : refuse(400, 'CONNECT without a port');
}

function checkTarget({ target }: ClientMessage): Refused | undefined {
  return target.includes('#') ? refuse(400, 'fragment in request target') : undefined;
}

function checkFraming(
  { httpVersion }: ClientMessage,
  { 'content-length': lengths, 'transfer-encoding': codings }: CheckedHeaders,
): Refused | undefined {
  if (lengths.length > 1) return refuse(400, 'repeated Content-Length');
  if (!/^[0-9]{1,10}$/.test(lengths[0] ?? '0')) return refuse(400, 'malformed Content-Length');
  if (codings.length === 0) return undefined;
  if (lengths.length > 0) return refuse(400, 'Content-Length with Transfer-Encoding');
  if (codings.length > 1) return refuse(400, 'repeated Transfer-Encoding');
  if (httpVersion !== '1.1') return refuse(400, 'Transfer-Encoding in HTTP/1.0');
  return checkCoding(lowerAscii(codings[0] ?? ''));
}

/** Accepts `chunked` only: 501 for other well-formed codings, 400 for anything else (RFC 9112 section 6.1). */
function checkCoding(coding: ByteString): Refused | undefined {
  if (coding === 'chunked') return undefined;
  const others = coding.split(',').map((token) => token.trim());
  const known = others.every((token) => /^[a-z-]+$/.test(token));
  if (known && others.some((token) => token !== 'chunked')) {
    return refuse(501, 'unsupported Transfer-Encoding');
  }
  return refuse(400, 'malformed Transfer-Encoding');
}

/** Refuses headers such as `Content_Length`, which CGI-style backends take for Content-Length. */
function checkLookAlikes({
  content_length,
  transfer_encoding,
}: CheckedHeaders): Refused | undefined {
  const isFound = content_length.length > 0 || transfer_encoding.length > 0;
  return isFound ? refuse(400, 'look-alike of a framing header') : undefined;
}

function checkContentType({ 'content-type': types }: CheckedHeaders): Refused | undefined {
  return types.length > 1 ? refuse(400, 'repeated Content-Type') : undefined;
}

/** Refuses a Connection header by which a client could have inspected headers removed before forwarding. */
function checkConnection({ connection }: CheckedHeaders): Refused | undefined {
  return connectionTokens(connection).some(isProtected)
    ? refuse(400, 'Connection names a protected header')
    : undefined;
}

function checkExpect({ expect: expectations }: CheckedHeaders): Refused | undefined {
  if (expectations.length === 0) return undefined;
  if (expectations.length === 1 && lowerAscii(expectations[0] ?? '') === '100-continue') {
    return undefined;
  }
  return refuse(417, 'unsupported expectation');
}

type HostFound = { readonly kind: 'Found'; readonly host: CanonicalHost } | Refused;

/**
 * Determines the host. The authority of an absolute target replaces Host (RFC 9112 section 3.2.2). A Host header
 * with another host is refused, because the backend may use that one.
 */
function hostOf(message: ClientMessage, headers: CheckedHeaders, form: TargetForm): HostFound {
  const given = givenHost(message, headers);
  if (given === undefined) return refuse(400, 'malformed Host header');
  if (form.kind === 'Origin') return { kind: 'Found', host: given };
  const authority = canonicalHost(form.authority);
  if (authority === undefined) return refuse(400, 'malformed authority in request target');
  const isSame = given === NO_HOST || isSameHost(given, authority, form.defaultPort);
  return isSame
    ? { kind: 'Found', host: authority }
    : refuse(400, 'Host differs from request target');
}

/** Parses the Host header. HTTP/1.0 may omit it or leave it empty; HTTP/1.1 may not (RFC 9112 section 3.2). */
function givenHost(
  { httpVersion }: ClientMessage,
  { host: hosts }: CheckedHeaders,
): CanonicalHost | undefined {
  if (hosts.length > 1) return undefined;
  const host = hosts[0] ?? '';
  if (host === '') return httpVersion === '1.0' ? NO_HOST : undefined;
  return canonicalHost(host);
}

/**
 * Determines the framing. A body of HTTP/2 without Content-Length is handled as a chunked one: its length is not in
 * the head.
 */
function framingOf(
  { endsWithHead }: ClientMessage,
  { 'content-length': lengths, 'transfer-encoding': codings }: CheckedHeaders,
): Framing {
  if (endsWithHead === true) return { kind: 'None' };
  if (codings.length > 0) return { kind: 'Chunked' };
  const [length] = lengths;
  if (length === undefined) return { kind: endsWithHead === undefined ? 'None' : 'Chunked' };
  return { kind: 'Length', length: Number(length) };
}
