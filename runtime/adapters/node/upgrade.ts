/** Handshakes of WebSockets, which node:http gives to `upgrade` and not to middleware. */
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Exchange } from '../core/exchange.ts';
import { createInspector } from '../core/inspector.ts';
import type { InspectorOptions } from '../core/options.ts';
import { malformed, type Refusal } from '../core/refusal.ts';
import { refusalHeaders, refusalText } from '../core/refusal-text.ts';
import { messageOf } from './request-message.ts';

export type UpgradeOptions = InspectorOptions & {
  /** REMOTE_ADDR of the rules. Default: the peer's address. */
  readonly clientAddress?: ((request: IncomingMessage) => string | undefined) | undefined;
};

/** What is used of the connection, which is a stream. */
export type Connection = {
  readonly on: (event: 'error', listener: () => void) => unknown;
  readonly end: (text: string, done: () => void) => unknown;
  readonly destroy: () => unknown;
};

/** Returns true when the handshake may go on; else it is answered and its connection closed. */
export type UpgradeGuard = (request: IncomingMessage, socket: Connection) => boolean;

/** What follows such a head is a body to one reader and messages to another. */
const WITH_BODY = { status: 400, reason: 'handshake with a body' } as const;

/** For `server.on('upgrade', ...)`. Rules see the handshake, and nothing of the messages that follow. */
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

/** The server does not answer handshakes: there is a connection, and no response. */
function answer(socket: Connection, { id }: Exchange, refusal: Refusal): void {
  // What the client still sends, or fails to, is its own affair.
  socket.on('error', () => undefined);
  if (refusal.kind === 'drop') {
    socket.destroy();
    return;
  }
  const { status } = refusal;
  const text = refusalText(id, refusal);
  const headers = Object.entries({
    ...refusalHeaders(id, refusal),
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const first = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`;
  socket.end(`${first}\r\n${lines}\r\n${text}`, () => socket.destroy());
}
