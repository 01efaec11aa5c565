/**
 * Handles upgrade offers (RFC 9110 section 7.8). A server may ignore them, and must do so in HTTP/1.0. The proxy
 * considers offers of WebSocket, and serves requests with any other offer as ordinary ones.
 */
import { IncomingMessage } from 'node:http';
import { equalsLowered, lowerAscii } from '#engine/bytes/byte-string.ts';
import { headerValues } from '#engine/host/header-values.ts';
import { headerPairs } from './client-message.ts';
import type { Connection } from './connections.ts';

/**
 * The request class for the `IncomingMessage` option of Node's server. Node detaches the connection when `upgrade`
 * is true, which this class limits to WebSocket and CONNECT.
 */
export class OfferedRequest extends IncomingMessage {
  /** True when the parser found an upgrade offer or CONNECT. */
  offersUpgrade: boolean | null | undefined;

  get upgrade(): boolean {
    if (this.offersUpgrade !== true) return false;
    return this.method === 'CONNECT' || (this.httpVersion !== '1.0' && namesWebSocket(this));
  }

  set upgrade(found: boolean | null) {
    this.offersUpgrade = found;
  }
}

/** Without Expect there is nothing in `headers` that Node's server acts on. */
const NOT_READ = Object.freeze({});
const inherited = Object.getOwnPropertyDescriptor(IncomingMessage.prototype, 'headers');

/**
 * Node's server reads `headers.expect` of each request, and would make an object of all headers for it. The proxy reads
 * `rawHeaders` only. TypeScript declares a property, which a class cannot override by a getter.
 */
Object.defineProperty(OfferedRequest.prototype, 'headers', {
  ...inherited,
  get(this: IncomingMessage): unknown {
    return hasHeader(this, 'expect') ? inherited?.get?.call(this) : NOT_READ;
  },
});

function hasHeader({ rawHeaders }: IncomingMessage, name: string): boolean {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (equalsLowered(rawHeaders[index] ?? '', name)) return true;
  }
  return false;
}

function namesWebSocket({ rawHeaders }: IncomingMessage): boolean {
  return headerValues(headerPairs(rawHeaders), 'upgrade')
    .flatMap((value) => lowerAscii(value).split(','))
    .some((protocol) => protocol.trim().split('/', 1)[0] === 'websocket');
}

/**
 * Returns true when bytes after this request may have been lost. Node's parser stops where the new protocol would
 * begin, and drops the rest of the packet even when the offer is ignored. The connection must then not serve
 * another request.
 */
export function losesBytes(request: IncomingMessage, connection: Connection | undefined): boolean {
  if (!(request instanceof OfferedRequest) || request.offersUpgrade !== true) return false;
  const bytes = Buffer.concat(connection?.recorded ?? []);
  const isAlone = bytes.length > 4 && bytes.indexOf('\r\n\r\n') === bytes.length - 4;
  const hasBody = hasHeader(request, 'content-length') || hasHeader(request, 'transfer-encoding');
  return hasBody || !isAlone;
}
