/** Decides which upgrades may become a tunnel: strict WebSocket handshakes (RFC 6455 section 4.2.1). */
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import { headerValues } from '#engine/host/header-values.ts';
import { type Accepted, type Refused, refuse } from './check-protocol.ts';
import type { ClientMessage } from './client-message.ts';

/**
 * Checks a message that has passed the protocol checks. `isLast`: no bytes followed the message. A backend that
 * declines the upgrade would parse such bytes as another request.
 */
export function checkUpgrade(
  message: ClientMessage,
  accepted: Accepted,
  isLast: boolean,
): Refused | undefined {
  if (!isOnly(message, 'upgrade', 'websocket')) return refuse(501, 'unsupported upgrade');
  if (message.method !== 'GET' || message.httpVersion !== '1.1') {
    return refuse(400, 'WebSocket handshake needs GET and HTTP/1.1');
  }
  if (accepted.framing.kind !== 'None' || !isLast) {
    return refuse(400, 'WebSocket handshake with a body');
  }
  if (!isOnly(message, 'sec-websocket-version', '13')) {
    return refuse(400, 'unsupported WebSocket version', [['Sec-WebSocket-Version', '13']]);
  }
  const keys = headerValues(message.headers, 'sec-websocket-key');
  if (keys.length !== 1 || !/^[A-Za-z0-9+/]{22}==$/.test(keys[0] ?? '')) {
    return refuse(400, 'malformed Sec-WebSocket-Key');
  }
  return undefined;
}

function isOnly({ headers }: ClientMessage, name: string, expected: string): boolean {
  const values = headerValues(headers, name);
  return values.length === 1 && lowerAscii(values[0] ?? '') === expected;
}
