/** WebSocket handshakes, which node:http emits as `upgrade` events and does not pass to middleware. */
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { lacksLength } from '#engine/host/lacks-content.ts';
import type { Exchange } from '../core/exchange.ts';
import { createInspector } from '../core/inspector.ts';
import type { InspectorOptions } from '../core/options.ts';
import { malformed, type Refusal } from '../core/refusal.ts';
import { refusalHeaders, refusalText } from '../core/refusal-text.ts';
import { messageOf } from './request-message.ts';

export type UpgradeOptions = InspectorOptions & {
  /** Returns REMOTE_ADDR for the rules. Default: the peer's address. */
  readonly clientAddress?: ((request: IncomingMessage) => string | undefined) | undefined;
};

/** The part of the connection, a stream, that the adapter uses. */
export type Connection = {
  readonly on: (event: 'error', listener: () => void) => unknown;
  readonly end: (text: string, done: () => void) => unknown;
  readonly destroy: () => unknown;
};

/** Returns true when the handshake may continue; otherwise the guard has responded and closes the connection. */
export type UpgradeGuard = (request: IncomingMessage, socket: Connection) => boolean;

/** Bytes after such a head are a body to one parser and WebSocket messages to another. */
const WITH_BODY = { status: 400, reason: 'handshake with a body' } as const;

/** Returns a guard for `server.on('upgrade', ...)`. Rules see the handshake, but not the messages that follow. */
export function guardUpgrades(options: UpgradeOptions): UpgradeGuard {
  const inspector = createInspector(options);
  const { clientAddress } = options;
  return (request, socket) => {
    const { head, refused, hasBody } = messageOf({
      request,
      clientAddress: clientAddress?.(request),
    });
    const exchange = inspector.open(head);
    const ambiguous = refused ?? (hasBody ? WITH_BODY : undefined);
    const refusal =
      exchange.requestHeaders() ??
      (ambiguous && exchange.refuse(malformed(ambiguous.status, ambiguous.reason))) ??
      exchange.requestBody('');
    exchange.close();
    if (refusal !== undefined) answer(socket, exchange, refusal);
    return refusal === undefined;
  };
}

/** Sends a refusal. There is only a connection here: Node creates no response for handshakes. */
function answer(socket: Connection, { id }: Exchange, refusal: Refusal): void {
  // Errors of the connection are ignored: the handshake is refused anyway.
  socket.on('error', () => undefined);
  if (refusal.kind === 'drop') {
    socket.destroy();
    return;
  }
  const { status } = refusal;
  const text = refusalText(id, refusal);
  const headers = Object.entries({
    ...refusalHeaders(id, refusal),
    ...(!lacksLength(status) && { 'Content-Length': Buffer.byteLength(text) }),
    Connection: 'close',
  });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const first = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`;
  socket.end(`${first}\r\n${lines}\r\n${text}`, () => socket.destroy());
}
