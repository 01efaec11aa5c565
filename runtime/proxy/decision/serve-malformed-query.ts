/** Replies to queries that Node's parser refuses with a response that every front takes for a denial. */
import type { Socket } from 'node:net';
import { newExchange } from '../exchange/exchange.ts';
import { finishExchange } from '../exchange/finish.ts';
import type { Gateway } from '../exchange/gateway.ts';
import { endAfter, packetOf } from '../exchange/serve-malformed.ts';
import { peerOf } from '../http/client-message.ts';
import { connectionOf } from '../http/connections.ts';
import { refusalOf } from '../http/parse-error.ts';
import { parseRawMessage } from '../http/raw-message.ts';
import { requestId } from '../http/request-id.ts';
import { sendRaw } from '../http/send-response.ts';

/**
 * Envoy's `failure_mode_allow` and CrowdSec's bouncers let requests pass after other statuses. Bouncers also read
 * the body.
 */
const STATUS = 403;

/** Handles Node's `clientError` event. A client may have caused it by headers that the front forwards. */
export function serveMalformedQuery(gateway: Gateway, socket: Socket, error: unknown): void {
  const refusal = refusalOf(error);
  const connection = connectionOf(socket);
  if (refusal === undefined || connection === undefined || !socket.writable) {
    socket.destroy();
    return;
  }
  if (connection.refused) return;
  connection.refused = true;
  const { current } = connection;
  if (current !== undefined && !current.response.closed) {
    endAfter(socket, current.request, current.response, refusal);
    return;
  }
  if (current === undefined && socket.bytesRead === 0) {
    // A connection opened in advance: there is no query to reply to.
    socket.destroy();
    return;
  }
  const { message } = parseRawMessage(packetOf(error).toString('latin1'), peerOf(socket));
  const trace = gateway.tracing?.begin(message.headers);
  const exchange = newExchange(requestId([], false), message, 'untrusted', trace);
  exchange.decisionFor = 'unknown';
  exchange.status = STATUS;
  exchange.cause = 'protocol';
  exchange.detail = `query: ${refusal.reason}`;
  exchange.bytesOut = sendDenial(socket, refusal.status, exchange.id);
  finishExchange(gateway, gateway.rules(), exchange);
}

/** Sends the denial. Returns its bytes, with the head. */
function sendDenial(socket: Socket, status: number, id: string): number {
  const body = Buffer.from(`${JSON.stringify({ action: 'ban', http_status: status })}\n`, 'latin1');
  const headers = [
    ['Content-Type', 'application/json'],
    ['Content-Length', String(body.length)],
    ['X-Request-Id', id],
  ];
  return sendRaw(socket, STATUS, headers.flat(), body);
}
