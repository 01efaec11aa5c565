/** Puts together the request that a front describes in headers of its query; rules see it as HTTP/1.1. */
import { type ByteString, lowerAscii } from '../../engine/bytes/byte-string.ts';
import type { Header } from '../../engine/host/compiled-waf.ts';
import { type Refused, refuse } from '../http/check-protocol.ts';
import { type ClientMessage, headerValues } from '../http/client-message.ts';
import { addressInEntry } from '../http/ip-address.ts';
import type { Described } from './front.ts';

/** The parts of the original request that are not among the headers of the query. */
export type Original = {
  readonly method: ByteString;
  readonly target: ByteString;
  readonly host: ByteString;
  /** Folded address of whoever is connected to the front. */
  readonly clientAddress: string;
  /** The client's headers, and some of the connection between the front and us. */
  readonly headers: readonly Header[];
  readonly partialBody?: boolean;
};

/** RFC 9110 section 5.6.2; no method of the IANA registry is longer than 17. */
const METHOD = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}$/;
/** What Node's parser takes for a request target: no blanks and no control characters. */
const TARGET = /^[\x21-\x7e\x80-\xff]+$/;

/** Headers of the connection between the front and us; the client's are not passed on (RFC 9110 section 7.6.1). */
const OF_CONNECTION: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'host']);
const USUALLY_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

export function describedRequest(query: ClientMessage, original: Original): Described | Refused {
  const { method, target, host, clientAddress, partialBody = false } = original;
  if (!METHOD.test(method)) return refuse(400, 'malformed original method');
  if (!TARGET.test(target)) return refuse(400, 'malformed original target');
  const own = original.headers.filter(([name]) => !OF_CONNECTION.has(lowerAscii(name)));
  const headers: Header[] = [['Host', host], ...own, ...announcedLength(method, own)];
  const { localAddress, localPort } = query.peer;
  const peer = {
    address: clientAddress,
    port: 0,
    localAddress,
    localPort,
    scheme: 'http',
    certificate: undefined,
  } as const;
  const message = { method, target, httpVersion: '1.1', headers, peer };
  return { kind: 'Described', message, partialBody };
}

/** Rules take a POST without a length for an attack, but here it is the front that has left out the body. */
function announcedLength(method: string, headers: readonly Header[]): readonly Header[] {
  const isFramed = ['content-length', 'transfer-encoding'].some(
    (name) => headerValues(headers, name).length > 0,
  );
  return isFramed || !USUALLY_WITH_BODY.has(method) ? [] : [['Content-Length', '0']];
}

/** The headers with which a front describes a request, by their lower-case names. */
export type DescribingHeaders = Readonly<Record<'method' | 'target' | 'host', string>>;

/**
 * Reads a request from headers that must each be there once: a client can add one to what a front sets, but not replace
 * it. The client's address is the last of X-Forwarded-For.
 */
export function readDescription(
  query: ClientMessage,
  names: DescribingHeaders,
): Described | Refused {
  const taken = takeHeaders(query.headers, Object.values(names));
  if (taken.kind === 'Refused') return taken;
  const client = takeClientAddress(taken.rest);
  if (client.kind === 'Refused') return client;
  const method = taken.valueOf(names.method);
  const target = taken.valueOf(names.target);
  return describedRequest(query, { ...client, method, target, host: taken.valueOf(names.host) });
}

/** The values of headers, and the headers that are left. */
export type Taken = {
  readonly kind: 'Taken';
  readonly valueOf: (name: string) => ByteString;
  readonly rest: readonly Header[];
};

/** Takes out headers that must each be there once. */
export function takeHeaders(headers: readonly Header[], names: readonly string[]): Taken | Refused {
  const values = new Map<string, ByteString>();
  for (const name of names) {
    const [value = '', ...more] = headerValues(headers, name);
    if (value === '') return refuse(400, `${name} is missing`);
    if (more.length > 0) return refuse(400, `${name} is there twice`);
    values.set(name, value);
  }
  return {
    kind: 'Taken',
    valueOf: (name) => values.get(name) ?? '',
    rest: headers.filter(([name]) => !values.has(lowerAscii(name))),
  };
}

/** The front's own entry of X-Forwarded-For, which is the last, and the headers without it. */
export type Forwarded = {
  readonly kind: 'Forwarded';
  readonly clientAddress: string;
  readonly headers: readonly Header[];
};

export function takeClientAddress(headers: readonly Header[]): Forwarded | Refused {
  const index = headers.findLastIndex(([name]) => lowerAscii(name) === 'x-forwarded-for');
  const [name, list] = headers[index] ?? ['', ''];
  const comma = list.lastIndexOf(',');
  const clientAddress = addressInEntry(list.slice(comma + 1).trim());
  if (clientAddress === undefined)
    return refuse(400, 'x-forwarded-for does not end in the address of the client');
  const before: Header[] = comma === -1 ? [] : [[name, list.slice(0, comma)]];
  return {
    kind: 'Forwarded',
    clientAddress,
    headers: [...headers.slice(0, index), ...before, ...headers.slice(index + 1)],
  };
}
