/** Builds the request that a front describes in headers of its query. Rules see it as HTTP/1.1. */
import { type ByteString, lowerAscii } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';
import { headerValues } from '#engine/host/header-values.ts';
import { type Refused, refuse } from '../http/check-protocol.ts';
import type { ClientMessage } from '../http/client-message.ts';
import { addressInEntry } from '../http/ip-address.ts';
import type { Described } from './front.ts';

/** The parts of the original request, as the front describes them. */
export type Original = {
  readonly method: ByteString;
  readonly target: ByteString;
  readonly host: ByteString;
  /** Folded address of the peer that is connected to the front. */
  readonly clientAddress: string;
  /** The client's headers, and some of the connection between front and proxy. */
  readonly headers: readonly Header[];
  readonly partialBody?: boolean;
};

/** A token (RFC 9110 section 5.6.2). The longest method of the IANA registry has 17 characters. */
const METHOD = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}$/;
/** The bytes that Node's parser accepts in a request target: no blanks and no control characters. */
const TARGET = /^[\x21-\x7e\x80-\xff]+$/;

/** Headers of the connection between front and proxy; the client's own are not forwarded (RFC 9110 section 7.6.1). */
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

/**
 * Adds Content-Length 0 to a request whose body the front has left out: rules take a POST without a length for an
 * attack.
 */
function announcedLength(method: string, headers: readonly Header[]): readonly Header[] {
  const isFramed = ['content-length', 'transfer-encoding'].some(
    (name) => headerValues(headers, name).length > 0,
  );
  return isFramed || !USUALLY_WITH_BODY.has(method) ? [] : [['Content-Length', '0']];
}

/** The headers in which a front describes a request, in lower case. */
export type DescribingHeaders = Readonly<Record<'method' | 'target' | 'host', string>>;

/**
 * Reads a request from headers that must each occur once: a client can add such a header to the front's, but not
 * replace it. The client's address is the last one of X-Forwarded-For.
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

/** The values of headers, and the remaining headers. */
export type Taken = {
  readonly kind: 'Taken';
  readonly valueOf: (name: string) => ByteString;
  readonly rest: readonly Header[];
};

/** Removes headers that must each occur once, and returns their values. */
export function takeHeaders(headers: readonly Header[], names: readonly string[]): Taken | Refused {
  const values = new Map<string, ByteString>();
  for (const name of names) {
    const [value = '', ...more] = headerValues(headers, name);
    if (value === '') return refuse(400, `${name} is missing`);
    if (more.length > 0) return refuse(400, `${name} occurs twice`);
    values.set(name, value);
  }
  return {
    kind: 'Taken',
    valueOf: (name) => values.get(name) ?? '',
    rest: headers.filter(([name]) => !values.has(lowerAscii(name))),
  };
}

/**
 * The address in the last entry of X-Forwarded-For, which the front has appended, and the headers without this
 * entry.
 */
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
