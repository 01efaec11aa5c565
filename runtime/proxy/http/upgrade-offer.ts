/**
 * Offers to change the protocol (RFC 9110 section 7.8). A server may ignore them, and must in HTTP/1.0: only those that
 * name WebSocket are looked at, all others are requests like any.
 */
import { IncomingMessage } from 'node:http';
import { lowerAscii } from '../../engine/bytes/byte-string.ts';
import { headerPairs, headerValues } from './client-message.ts';
import type { Connection } from './connections.ts';

/**
 * For the `IncomingMessage` option of Node's server, which hands over a connection whenever its parser finds an offer:
 * it asks here first.
 */
export class OfferedRequest extends IncomingMessage {
  /** What the parser has found: an offer, or CONNECT. */
  offersUpgrade: boolean | null | undefined;

  get upgrade(): boolean {
    if (this.offersUpgrade !== true) return false;
    return this.method === 'CONNECT' || (this.httpVersion !== '1.0' && namesWebSocket(this));
  }

  set upgrade(found: boolean | null) {
    this.offersUpgrade = found;
  }
}

function namesWebSocket({ rawHeaders }: IncomingMessage): boolean {
  return headerValues(headerPairs(rawHeaders), 'upgrade')
    .flatMap((value) => lowerAscii(value).split(','))
    .some((protocol) => protocol.trim().split('/', 1)[0] === 'websocket');
}

/**
 * True when bytes may have been lost behind this request. Node's parser stops where the new protocol would begin and
 * drops the rest of the packet, also when nobody takes up the offer: such a connection must not serve another request.
 */
export function losesBytes(request: IncomingMessage, connection: Connection | undefined): boolean {
  if (!(request instanceof OfferedRequest) || request.offersUpgrade !== true) return false;
  const bytes = Buffer.concat(connection?.recorded ?? []);
  const isAlone = bytes.length > 4 && bytes.indexOf('\r\n\r\n') === bytes.length - 4;
  const { headers } = request;
  const hasBody = 'content-length' in headers || 'transfer-encoding' in headers;
  return hasBody || !isAlone;
}
