/**
 * Serves upgrade requests. WebSocket passes the same checks, filters and rules as other requests; other protocols
 * are refused.
 */
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Backend, Candidates } from '../backend/backend.ts';
import { type FailedAttempt, tryCandidates } from '../backend/candidates.ts';
import { openTunnel, type TunnelAttempt } from '../backend/open-tunnel.ts';
import { responseHead } from '../backend/relay-response.ts';
import { type Handshake, joinSockets, watchHandshake, writeSwitch } from '../backend/tunnel.ts';
import { type Accepted, type Refused, refuse } from '../http/check-protocol.ts';
import { checkUpgrade } from '../http/check-upgrade.ts';
import { clientMessage } from '../http/client-message.ts';
import { closeIdle, inOrder, probeSilence } from '../http/connections.ts';
import { lingeringClose } from '../http/send-response.ts';
import { closeInspection } from './finish.ts';
import type { Flow } from './flow.ts';
import { forwardedHeaders } from './forwarded-headers.ts';
import type { Gateway } from './gateway.ts';
import { noteResult } from './relay.ts';
import { react } from './reply.ts';
import { returnResponse } from './return-response.ts';
import { beginFlow, pursue } from './serve.ts';

type Taken = Exclude<TunnelAttempt, FailedAttempt>;
type Upgraded = Extract<TunnelAttempt, { kind: 'Upgraded' }>;

/**
 * Handles Node's `upgrade` and `connect` events. Node passes the socket without a response object, and responses to
 * earlier requests may be outstanding. This creates a response object, so that the exchange runs like any other.
 * `early`: bytes that the client sent directly after the message.
 */
export function serveUpgrade(
  gateway: Gateway,
  request: IncomingMessage,
  socket: Socket,
  early: Buffer,
): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.once('finish', () => lingeringClose(socket));
  socket.on('error', () => socket.destroy());
  socket.on('timeout', () => closeIdle(socket));
  const handshake = watchHandshake(socket, early);
  inOrder(request, response, () => {
    response.assignSocket(socket);
    const flow = beginFlow(gateway, clientMessage(request), { request, response }, socket);
    pursue(flow, {
      check: (accepted) => checkHandshake(flow, accepted, handshake),
      send: (accepted, _body, candidates) => tunnel(flow, accepted, candidates, socket, handshake),
    });
  });
}

function checkHandshake(
  { gateway, exchange }: Flow,
  accepted: Accepted,
  handshake: Handshake,
): Refused | undefined {
  if (!gateway.settings.allowUpgrade) return refuse(501, 'upgrades are off');
  return checkUpgrade(exchange.message, accepted, handshake.isQuiet());
}

async function tunnel(
  flow: Flow,
  accepted: Accepted,
  candidates: Candidates,
  socket: Socket,
  handshake: Handshake,
): Promise<void> {
  const { gateway, exchange, response } = flow;
  const { timeouts, candidatePolicy } = gateway;
  const headers = forwardedHeaders(flow, accepted, undefined);
  const { target } = accepted;
  const attempt = async (backend: Backend): Promise<TunnelAttempt> => {
    exchange.backend = backend.label;
    backend.inProgress += 1;
    const result = await openTunnel(socket, target, headers, backend.connect, timeouts);
    const done = (): void => {
      backend.inProgress -= 1;
    };
    if (result.kind === 'Failed') done();
    else (result.kind === 'Upgraded' ? result.socket : result.backendResponse).once('close', done);
    return result;
  };
  exchange.backendStartedAt = performance.now();
  const isWanted = (): boolean => !response.destroyed;
  const result = await tryCandidates<Taken>(candidates, candidatePolicy, isWanted, attempt);
  handshake.end();
  const taken = noteResult(flow, result);
  if (taken?.kind === 'Responded') await returnResponse(flow, taken);
  if (taken?.kind !== 'Upgraded') return;
  if (handshake.isQuiet()) {
    switchProtocols(flow, taken, socket);
  } else {
    taken.socket.destroy();
    socket.destroy();
  }
}

function switchProtocols(
  flow: Flow,
  { backendResponse, socket: backend, early }: Upgraded,
  socket: Socket,
): void {
  const { gateway, rules, exchange, response } = flow;
  const { inspection } = exchange;
  const head = responseHead(backendResponse);
  exchange.status = head.status;
  const stopped =
    inspection !== undefined &&
    (react(flow, inspection.responseHeaders(head)) ||
      react(flow, inspection.responseBody('', false)));
  if (stopped) {
    backend.destroy();
    return;
  }
  if (gateway.settings.auditSync) closeInspection(gateway, rules, exchange);
  if (response instanceof ServerResponse) response.detachSocket(socket);
  writeSwitch(socket, head, exchange.id);
  // Connections to backends are probed from their beginning.
  probeSilence(socket);
  joinSockets(socket, backend, early, gateway.settings.backendIdleTimeout);
  gateway.tunnels.add(socket);
  socket.once('close', () => gateway.tunnels.delete(socket));
}
