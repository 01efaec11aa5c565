/** Serves messages that Node's parser refuses: inspects and logs them from their raw bytes, and never forwards them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Breakage, markBroken } from '../body/broken-requests.ts';
import { awaitHead } from '../http/await-head.ts';
import type { Refused } from '../http/check-protocol.ts';
import { peerOf } from '../http/client-message.ts';
import { type Connection, connectionOf } from '../http/connections.ts';
import { refusalOf } from '../http/parse-error.ts';
import { parseRawMessage } from '../http/raw-message.ts';
import { requestId } from '../http/request-id.ts';
import { protocolRefusal } from '../http/response.ts';
import { sendRawReply } from '../http/send-response.ts';
import { newExchange } from './exchange.ts';
import { closeInspection, finishExchange } from './finish.ts';
import type { Gateway } from './gateway.ts';
import { inspectRefused } from './inspect-refused.ts';
import { recordMalformed } from './record-malformed.ts';

/** Handles Node's `clientError` event. After it, Node parses no more bytes of the connection. */
export function serveMalformed(gateway: Gateway, socket: Socket, error: unknown): void {
  const refusal = refusalOf(error);
  const connection = connectionOf(socket);
  if (refusal === undefined || !socket.writable) {
    socket.destroy();
    if (connection !== undefined) recordCutShort(gateway, socket, connection);
    return;
  }
  // Node emits the event again for every further packet of the connection.
  if (connection === undefined || connection.refused) return;
  connection.refused = true;
  const { current } = connection;
  if (current !== undefined && !current.response.closed) {
    const { request, response } = current;
    // What follows the last request of a connection is not a message.
    const isMessage = request.complete && response.shouldKeepAlive;
    endAfter(socket, request, response, refusal);
    if (isMessage)
      response.once('close', () => recordPipelined(gateway, socket, connection, error, refusal));
    return;
  }
  const isUnused = current === undefined && socket.bytesRead === 0;
  if (isUnused) {
    // A connection opened in advance: there is no message to reply to or to log.
    socket.destroy();
    return;
  }
  const lastPacket = packetOf(error);
  replyMalformed(gateway, socket, connection, lastPacket, refusal).catch((error: unknown) => {
    gateway.warn(`malformed message: ${String(error)}`);
    socket.destroy();
  });
}

const HEAD_END = '\r\n\r\n';

/** What a refusal in the middle of a body means for the body. */
const BREAKAGES: ReadonlyMap<number, Breakage> = new Map([
  [408, 'TooSlow'],
  [413, 'ExtensionsTooLong'],
  [431, 'TrailersTooLong'],
]);

/**
 * Handles an error in a request's body, or after a request whose response is outstanding. The client could take a
 * reply to the error for that response. So this marks the body as broken, or closes the connection after the
 * response.
 */
export function endAfter(
  socket: Socket,
  request: IncomingMessage,
  response: ServerResponse,
  { status }: Refused,
): void {
  if (!request.complete) {
    markBroken(request, BREAKAGES.get(status) ?? 'Broken');
    return;
  }
  response.shouldKeepAlive = false;
  response.once('close', () => socket.destroySoon());
}

/** Inspects and logs a head that a reset of the connection has cut short. */
function recordCutShort(gateway: Gateway, socket: Socket, connection: Connection): void {
  const { recorded = [], current, refused } = connection;
  const isBetween = current === undefined || current.response.closed;
  const bytes = Buffer.concat(recorded).toString('latin1');
  // Some clients send a line end after a body.
  if (refused || !isBetween || bytes.trim() === '') return;
  connection.refused = true;
  const { message, body } = parseRawMessage(bytes, peerOf(socket));
  recordMalformed(gateway, message, 'message cut short', body);
}

/** Inspects and logs a malformed message that followed the last request of the connection. */
function recordPipelined(
  gateway: Gateway,
  socket: Socket,
  { recorded = [] }: Connection,
  error: unknown,
  { reason }: Refused,
): void {
  const bytes =
    recorded.length > 0 ? Buffer.concat(recorded).toString('latin1') : lastMessageIn(error);
  if (bytes === '') return;
  const { message, body } = parseRawMessage(bytes, peerOf(socket));
  recordMalformed(gateway, message, reason, body);
}

/** Returns the part of the packet that follows the last head before the error. The body of that head is part of it. */
function lastMessageIn(error: unknown): string {
  const packet = packetOf(error).toString('latin1');
  const parsed =
    typeof error === 'object' && error !== null && 'bytesParsed' in error
      ? Number(error.bytesParsed)
      : packet.length;
  const end = packet.lastIndexOf(HEAD_END, parsed - HEAD_END.length);
  return end === -1 ? packet : packet.slice(end + HEAD_END.length);
}

async function replyMalformed(
  gateway: Gateway,
  socket: Socket,
  connection: Connection,
  lastPacket: Buffer,
  refusal: Refused,
): Promise<void> {
  const isWhole = connection.recorded !== undefined;
  const isTimeout = refusal.status === 408;
  if (isWhole && !isTimeout) await awaitHead(socket, connection);
  const bytes = Buffer.concat(connection.recorded ?? [lastPacket]).toString('latin1');
  const raw = parseRawMessage(bytes, peerOf(socket));
  const rules = gateway.rules();
  const id = requestId([], false);
  const trust = gateway.clients.trustIn(raw.message.peer.address);
  const trace = gateway.tracing?.begin(raw.message.headers);
  const exchange = newExchange(id, raw.message, trust, trace);
  // Shutdown waits for exchanges in progress, and `finally` writes the record even when a step fails.
  gateway.inProgress.count += 1;
  try {
    const localReply = protocolRefusal(refusal);
    const { status, headers, text } = localReply;
    await inspectRefused(gateway, rules, exchange, raw.body, text);
    exchange.inspection?.finalResponse({ status, protocol: 'HTTP/1.1', headers });
    exchange.cause = 'protocol';
    exchange.detail = refusal.reason;
    const isSilent = isWhole && !raw.hasVersion && !isTimeout;
    if (isSilent || socket.destroyed) {
      closeInspection(gateway, rules, exchange);
      socket.destroy();
    } else {
      exchange.status = status;
      if (gateway.settings.auditSync) closeInspection(gateway, rules, exchange);
      exchange.bytesOut = sendRawReply(socket, localReply, exchange.id);
    }
  } finally {
    gateway.inProgress.count -= 1;
    finishExchange(gateway, rules, exchange);
  }
}

/** Returns the packet in which Node's parser found the error. */
export function packetOf(error: unknown): Buffer {
  const hasPacket = typeof error === 'object' && error !== null && 'rawPacket' in error;
  return hasPacket && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : Buffer.alloc(0);
}
