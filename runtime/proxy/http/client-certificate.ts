/** Reports a client's certificate to rules and backends in two headers, whose names nginx uses too. */
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type ByteString, lowerAscii } from '#engine/bytes/byte-string.ts';
import type { Header } from '#engine/host/compiled-waf.ts';

const VERIFY = 'X-SSL-Client-Verify';
const SUBJECT = 'X-SSL-Client-S-DN';

const headersOfClients = new WeakMap<Socket, readonly Header[]>();

/**
 * Records the certificate of a connection whose client was asked for one. Returns false when a certificate is
 * present but invalid.
 */
export function noteCertificate(socket: TLSSocket): boolean {
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined) {
    headersOfClients.set(socket, [[VERIFY, 'NONE']]);
    return true;
  }
  headersOfClients.set(socket, [
    [VERIFY, 'SUCCESS'],
    [SUBJECT, distinguishedName(certificate.subject)],
  ]);
  return socket.authorized;
}

/** Returns the headers about the certificate of a connection; undefined when its client was not asked for one. */
export function certificateHeaders(socket: Socket): readonly Header[] | undefined {
  return headersOfClients.get(socket);
}

/** Replaces such headers of the client by `own`. */
export function withCertificate(headers: readonly Header[], own: readonly Header[]): Header[] {
  const others = headers.filter(([name]) => !lowerAscii(name).startsWith('x-ssl-client-'));
  return [...others, ...own];
}

/** Converts Node's lines of attributes to the order of RFC 4514, the most specific one first, as UTF-8 bytes. */
function distinguishedName(subject: string): ByteString {
  const text = subject.split('\n').toReversed().join(',');
  return Buffer.from(text, 'utf8')
    .toString('latin1')
    .replace(/[^\x20-\x7e\x80-\xff]/g, '?');
}
