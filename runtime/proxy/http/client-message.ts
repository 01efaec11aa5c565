/** A request's head as the client sent it: nothing merged, dropped, renamed or decoded. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';
import { certificateHeaders, withCertificate } from './client-certificate.ts';
import { foldAddress } from './ip-address.ts';

/** The addresses of both ends of the client's connection, and what TLS has established. */
export type Peer = {
  /** Folded: an IPv4-mapped IPv6 address is written as IPv4. */
  readonly address: string;
  readonly port: number;
  readonly localAddress: string;
  readonly localPort: number;
  readonly scheme: 'http' | 'https';
  /** The headers about the client's certificate; undefined when clients are not asked for one. */
  readonly certificate: readonly Header[] | undefined;
};

export type ClientMessage = {
  readonly method: ByteString;
  /** The request target, byte for byte. */
  readonly target: ByteString;
  /** The version without the protocol name, such as `1.1`. */
  readonly httpVersion: string;
  readonly headers: readonly Header[];
  readonly peer: Peer;
  /** HTTP/2: true when no body follows. Undefined with HTTP/1, whose headers determine that. */
  readonly endsWithHead?: boolean;
};

const peers = new WeakMap<Socket, Peer>();

/** Returns the addresses of a connection; "" and 0 when it was closed before the first call. */
export function peerOf(socket: Socket): Peer {
  const known = peers.get(socket);
  if (known !== undefined) return known;
  const address = socket.remoteAddress ?? '';
  const peer: Peer = {
    address: foldAddress(address) ?? address,
    port: socket.remotePort ?? 0,
    localAddress: socket.localAddress ?? '',
    localPort: socket.localPort ?? 0,
    scheme: socket instanceof TLSSocket ? 'https' : 'http',
    certificate: certificateHeaders(socket),
  };
  if (address !== '') peers.set(socket, peer);
  return peer;
}

/**
 * Builds the message from `rawHeaders`. `headers` would lack repeated names and `__proto__`
 * (docs/spec/http.md#what-node-accepts).
 */
export function clientMessage(request: IncomingMessage): ClientMessage {
  const peer = peerOf(request.socket);
  const headers = headerPairs(request.rawHeaders);
  const { certificate } = peer;
  return {
    method: request.method ?? '',
    target: request.url ?? '',
    httpVersion: request.httpVersion,
    headers: certificate === undefined ? headers : withCertificate(headers, certificate),
    peer,
  };
}

/** Turns Node's flat list of names and values into pairs. */
export function headerPairs(raw: readonly string[]): Header[] {
  const headers: Header[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) headers.push([raw[i] ?? '', raw[i + 1] ?? '']);
  return headers;
}
