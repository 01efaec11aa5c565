/** The rules as one function from a request to a decision, for hosts without an adapter. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Header, RequestHead } from '#engine/host/compiled-waf.ts';
import { headerValues } from '#engine/host/header-values.ts';
import type { Decision } from './decision.ts';
import { type Exchange, openExchange } from './exchange.ts';
import { type InspectorOptions, setupOf } from './options.ts';
import { CODING_UNKNOWN, TOO_LARGE } from './refusal.ts';
import { codingsOf } from './request-body.ts';
import { byteString } from './text.ts';

export type InspectedRequest = {
  readonly method: string;
  /** Path and query as received: `/search?q=1`. */
  readonly target: ByteString;
  /** Headers in wire order, with repeated names; names and values are byte strings. */
  readonly headers: Iterable<Header>;
  /** Body without content codings. A string is a byte string. */
  readonly body?: Uint8Array | ByteString | undefined;
  /** REMOTE_ADDR of the rules. */
  readonly clientAddress?: string | undefined;
  /** Default: HTTP/1.1. */
  readonly protocol?: string | undefined;
};

export type Inspector = {
  /** Runs phases 1, 2 and 5 of one request. Never throws. */
  readonly inspect: (request: InspectedRequest) => Decision;
  /** Opens an exchange, for adapters that run phase by phase and inspect the response, too. */
  readonly open: (head: RequestHead) => Exchange;
};

/** Throws a TypeError when options are wrong. */
export function createInspector(options: InspectorOptions): Inspector {
  const setup = setupOf(options);
  const open = (head: RequestHead): Exchange => openExchange(setup, head);
  return {
    open,
    inspect: (request) => {
      const head = headOf(request);
      const exchange = open(head);
      if (exchange.requestHeaders() === undefined) inspectBody(exchange, head, request.body);
      exchange.close();
      return exchange.decision();
    },
  };
}

function inspectBody(
  exchange: Exchange,
  { headers }: RequestHead,
  body: InspectedRequest['body'] = '',
): void {
  const limit = exchange.bodyLimit();
  if (limit === undefined) exchange.requestBody('');
  else if (body.length > limit && exchange.refusesLongBodies()) exchange.refuse(TOO_LARGE);
  else if (body.length > 0 && codingsOf(headers).length > 0 && exchange.refuse(CODING_UNKNOWN))
    return;
  else {
    const text = typeof body === 'string' ? body.slice(0, limit) : byteString(body, limit);
    exchange.requestBody(text, body.length > limit);
  }
}

function headOf(request: InspectedRequest): RequestHead {
  const headers = [...request.headers];
  return {
    method: request.method,
    target: request.target,
    protocol: request.protocol ?? 'HTTP/1.1',
    headers,
    remoteAddress: request.clientAddress ?? '',
    remotePort: 0,
    serverAddress: '',
    serverPort: 0,
    serverName: hostName(headers),
  };
}

/** Returns the name in Host: lower case, no port, no trailing dot. */
export function hostName(headers: readonly Header[]): ByteString {
  const [value = ''] = headerValues(headers, 'host');
  return value
    .toLowerCase()
    .replace(/:[0-9]*$/, '')
    .replace(/\.$/, '');
}
