/**
 * The common part of all platforms with the fetch API: a Request goes through phases 1 and 2, its Response through
 * the others.
 */
import { equalsLowered } from '#engine/bytes/byte-string.ts';
import type { Header, RequestHead } from '#engine/host/compiled-waf.ts';
import { lacksContent } from '#engine/host/lacks-content.ts';
import type { Exchange } from '../core/exchange.ts';
import { hostName, type Inspector } from '../core/inspector.ts';
import { malformed, NOT_WHOLE, type Refusal, TOO_LARGE } from '../core/refusal.ts';
import { refusalHeaders, refusalText } from '../core/refusal-text.ts';
import {
  codingsToUndo,
  decodeUpTo,
  inspectRequestBody,
  type ReceivedBody,
} from '../core/request-body.ts';
import { inspectResponseBody } from '../core/response-body.ts';
import { decodeWithStreams } from './decode-body.ts';
import { readUpTo } from './read-body.ts';

export type Guarded = {
  readonly exchange: Exchange;
  /** The refusal to respond with; undefined: the application may respond. */
  readonly refusal: Refusal | undefined;
};

/**
 * Runs phases 1 and 2. The request is not consumed: a copy of its body with the same bytes is inspected. Never
 * rejects.
 */
export async function guardRequest(
  inspector: Inspector,
  request: Request,
  clientAddress: string | undefined,
): Promise<Guarded> {
  const head = headOf(request, clientAddress);
  const exchange = inspector.open(head);
  try {
    return { exchange, refusal: await inspect(exchange, request, head) };
  } catch (error) {
    return { exchange, refusal: exchange.fail(error) };
  }
}

async function inspect(
  exchange: Exchange,
  request: Request,
  { headers }: RequestHead,
): Promise<Refusal | undefined> {
  const verdict = exchange.requestHeaders();
  if (verdict !== undefined) return verdict;
  const reason = ambiguity(headers);
  if (reason !== undefined) {
    const refusal = exchange.refuse(malformed(400, reason));
    if (refusal !== undefined) return refusal;
  }
  const limit = exchange.bodyLimit();
  if (request.body === null || limit === undefined) return exchange.requestBody('');
  const declared = declaredLength(headers);
  if (declared > limit && exchange.refusesLongBodies()) return exchange.refuse(TOO_LARGE);
  const body = request.clone().body;
  if (body === null) throw new Error('the body of the request cannot be copied');
  // The client has disconnected or the body cannot be read: the application could not read it either, and it is no
  // engine error.
  const received = await readUpTo(body, limit).catch(() => undefined);
  if (received === undefined) return exchange.refuse(NOT_WHOLE) ?? exchange.requestBody('', true);
  return inspectBody(exchange, headers, received, limit, declared);
}

/** Runs phase 2. `declared`: bytes of the body according to Content-Length. */
function inspectBody(
  exchange: Exchange,
  headers: readonly Header[],
  received: ReceivedBody,
  limit: number,
  declared: number,
): Refusal | undefined | Promise<Refusal | undefined> {
  // Some platforms, such as Next.js, pass only the beginning of a long body. That must not be inspected as if it were
  // whole.
  if (received.whole && received.bytes.length < declared) {
    const refusal = exchange.refuse(NOT_WHOLE);
    if (refusal !== undefined) return refusal;
  }
  const codings = codingsToUndo(headers, received, exchange.refusesLongBodies());
  return codings.length === 0
    ? inspectRequestBody(exchange, received, limit, undefined)
    : inspectDecoded(exchange, codings, received, limit);
}

async function inspectDecoded(
  exchange: Exchange,
  codings: readonly string[],
  received: ReceivedBody,
  limit: number,
): Promise<Refusal | undefined> {
  const { bytes, whole } = received;
  const decoded = await decodeUpTo(codings, bytes, limit, whole, decodeWithStreams);
  return inspectRequestBody(exchange, received, limit, decoded);
}

/**
 * Runs phases 3 to 5. Returns the response itself unless it is refused. `method`: that of the request; platforms send
 * no body to HEAD, whatever the application returns. Never rejects.
 */
export async function guardResponse(
  exchange: Exchange,
  response: Response,
  method: string,
): Promise<Response> {
  try {
    const refusal = await inspectResponse(exchange, response, method);
    if (refusal === undefined) return response;
    await response.body?.cancel().catch(() => undefined);
    return refusalResponse(exchange, refusal);
  } catch (error) {
    const refusal = exchange.fail(error);
    return refusal === undefined ? response : refusalResponse(exchange, refusal);
  } finally {
    exchange.close();
  }
}

async function inspectResponse(
  exchange: Exchange,
  response: Response,
  method: string,
): Promise<Refusal | undefined> {
  const headers: readonly Header[] = [...response.headers];
  const { status } = response;
  const verdict = exchange.responseHeaders({ status, protocol: 'HTTP/1.1', headers });
  if (verdict !== undefined) return verdict;
  const limit = exchange.responseBodyLimit();
  const body = limit === undefined || method === 'HEAD' ? null : response.clone().body;
  if (limit === undefined || body === null) return exchange.responseBody('');
  const received = await readUpTo(body, limit);
  const codings = codingsToUndo(headers, received, exchange.refusesLongResponses());
  const { bytes, whole } = received;
  const decoded =
    codings.length === 0
      ? undefined
      : await decodeUpTo(codings, bytes, limit, whole, decodeWithStreams);
  return inspectResponseBody(exchange, received, limit, decoded);
}

/** Returns the response to a refused request and closes the exchange, because no other response follows. */
export function refuse(exchange: Exchange, refusal: Refusal): Response {
  exchange.close();
  return refusalResponse(exchange, refusal);
}

function refusalResponse({ id }: Exchange, refusal: Refusal): Response {
  const { status } = refusal;
  const headers = refusalHeaders(id, refusal);
  return new Response(lacksContent(status) ? null : refusalText(id, refusal), { status, headers });
}

/**
 * Returns the request head. The platform has parsed the URL: dot segments are resolved and some bytes are escaped,
 * for application and rules in the same way.
 */
function headOf(request: Request, clientAddress: string | undefined): RequestHead {
  const [, scheme = '', authority = '', target = ''] =
    /^([a-z]+):\/\/([^/?#]*)([^#]*)/i.exec(request.url) ?? [];
  const given: readonly Header[] = [...request.headers];
  // HTTP/2 and HTTP/3 have the host in a pseudo-header, and some platforms only in the URL.
  const hasHost = given.some(({ 0: name }) => name === 'host');
  const headers: readonly Header[] = hasHost ? given : [['host', authority], ...given];
  return {
    method: request.method,
    target: target.startsWith('/') ? target : `/${target}`,
    protocol: 'HTTP/1.1',
    headers,
    remoteAddress: clientAddress ?? '',
    remotePort: 0,
    serverAddress: '',
    serverPort: scheme === 'https' ? 443 : 80,
    serverName: hostName(headers),
  };
}

/**
 * Returns why the message is ambiguous: cases that the proxy refuses and this platform accepts
 * (docs/spec/http.md#framing). Undefined: it is not.
 */
function ambiguity(headers: readonly Header[]): string | undefined {
  const lookAlike = headers.some(
    ({ 0: name }) =>
      equalsLowered(name, 'content_length') || equalsLowered(name, 'transfer_encoding'),
  );
  if (lookAlike) return 'look-alike of a framing header';
  const types = headers
    .filter(({ 0: name }) => name === 'content-type')
    .flatMap(({ 1: value }) => value.split(','));
  // Media types have no comma outside quotes, so the platform has joined two headers.
  const isJoined =
    types.length > 1 && types.slice(1).some((each) => /^\s*[\w.+-]+\/[\w.+-]+/.test(each));
  return isJoined ? 'repeated Content-Type' : undefined;
}

/** Returns Content-Length; 0 when there is none. */
function declaredLength(headers: readonly Header[]): number {
  const value = headers.find(({ 0: name }) => name === 'content-length')?.[1];
  return value !== undefined && /^[0-9]+$/.test(value) ? Number(value) : 0;
}
