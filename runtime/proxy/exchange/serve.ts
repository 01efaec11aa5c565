/** Serves a request from its head to the log, in order (docs/spec/service.md#life-of-a-request). */
import type { Socket } from 'node:net';
import type { Candidates } from '../backend/backend.ts';
import type { StoredBody } from '../body/stored-body.ts';
import type { PeerTrust } from '../filters/client-address.ts';
import { type Accepted, checkProtocol, type Refused } from '../http/check-protocol.ts';
import type { ClientMessage } from '../http/client-message.ts';
import { type ClientSide, isAnnounced, type ResponseStream } from '../http/client-side.ts';
import { requestId } from '../http/request-id.ts';
import { ENGINE_ERROR, INTERNAL_ERROR, protocolRefusal } from '../http/response.ts';
import { sendReply } from '../http/send-response.ts';
import type { SitePolicy } from '../policies/site-policy.ts';
import { openInspection, ruleEngineMode } from '../waf/inspection.ts';
import { admit } from './admit.ts';
import { disconnection } from './disconnection.ts';
import { newExchange } from './exchange.ts';
import { finishExchange } from './finish.ts';
import type { Flow } from './flow.ts';
import type { Gateway } from './gateway.ts';
import { inspectRefused } from './inspect-refused.ts';
import { receive } from './receive.ts';
import { relay } from './relay.ts';
import { refuse, reply, send } from './reply.ts';
import { requestHead } from './request-head.ts';

/** Where an inspected request goes: to a backend or into a tunnel. */
export type Destination = {
  /** Protocol checks beyond those for every request. */
  readonly check: (accepted: Accepted) => Refused | undefined;
  readonly send: (accepted: Accepted, body: StoredBody, candidates: Candidates) => Promise<void>;
};

/** Serves one request; never throws or rejects. `refusal`: set when the message violates its version of HTTP. */
export function serve(
  gateway: Gateway,
  message: ClientMessage,
  client: ClientSide,
  refusal?: Refused,
): void {
  const flow = beginFlow(gateway, message, client, client.response);
  pursue(flow, {
    check: () => refusal,
    send: (accepted, body, candidates) => relay(flow, accepted, body, candidates),
  });
}

/** Begins an exchange for `message`. The exchange ends when `last` closes. */
export function beginFlow(
  gateway: Gateway,
  message: ClientMessage,
  { request, response }: ClientSide,
  last: ResponseStream | Socket,
  trust: PeerTrust = gateway.clients.trustIn(message.peer.address),
): Flow {
  const { socket } = request;
  const id = requestId(message.headers, trust === 'trusted');
  const exchange = newExchange(id, message, trust, gateway.tracing?.begin(message.headers));
  const rules = gateway.rules();
  const writtenBefore = socket.bytesWritten;
  let isFinished = false;
  gateway.inProgress.count += 1;
  const finish = (bytesLeft: number): void => {
    if (isFinished) return;
    isFinished = true;
    gateway.inProgress.count -= 1;
    exchange.bytesOut = socket.bytesWritten - writtenBefore + bytesLeft;
    finishExchange(gateway, rules, exchange);
  };
  /** When the client disconnects, an inspection in another thread continues, and the record waits for its result. */
  const finishInspected = (): void => {
    const { inspecting } = exchange;
    if (inspecting === undefined) finish(0);
    else {
      const end = (): void => finish(0);
      void inspecting.then(end, end);
    }
  };
  if (last === response && isAnnounced(response)) response.beforeLast = finish;
  last.on('close', () => {
    const isCut = !response.writableFinished && exchange.status !== 101;
    if (isCut)
      exchange.cause ??= response.isMalformed === true ? 'protocol' : disconnection(gateway);
    finishInspected();
  });
  return {
    gateway,
    rules,
    exchange,
    request,
    response,
    partialBody: false,
    sendReply: (reply) => sendReply(request, response, reply, exchange.id),
    drop: () => socket.destroy(),
  };
}

/** Takes an exchange to its destination or to a local reply; handles all errors. */
export function pursue(flow: Flow, destination: Destination): void {
  run(flow, destination).catch((error: unknown) => abandon(flow, error));
}

/**
 * Handles an internal error: replies to the client if that is still possible, and reports the error to the
 * operator.
 */
function abandon(flow: Flow, error: unknown): void {
  const { gateway, exchange, response } = flow;
  gateway.warn(`request ${exchange.id} failed: ${error instanceof Error ? error.stack : error}`);
  try {
    if (response.headersSent) response.destroy();
    else send(flow, INTERNAL_ERROR);
  } catch {
    response.destroy();
  }
}

async function run(flow: Flow, destination: Destination): Promise<void> {
  const { gateway, rules, exchange, response } = flow;
  const accepted = checkMessage(flow, destination);
  if (accepted.kind === 'Refused') {
    await refuseRequest(flow, accepted);
    return;
  }
  exchange.host = accepted.host.name;
  const admission = await admit(gateway, rules, exchange, accepted);
  if (admission.kind === 'Rejected') {
    reply(flow, admission.reply);
    return;
  }
  if (isShort(accepted)) await gateway.nextRequests();
  if (response.destroyed || !openTransaction(flow, admission.policy, accepted)) return;
  const body = await receive(flow, accepted);
  if (body === undefined) return;
  if (body.isLarge) response.once('close', body.release);
  if (response.destroyed) await body.release();
  else await destination.send(accepted, body, admission.candidates);
}

/** Bytes of a body that usually arrives with its head. Longer ones are not complete when the batch is inspected. */
const SHORT = 65_536;

function isShort({ framing }: Accepted): boolean {
  return framing.kind === 'None' || (framing.kind === 'Length' && framing.length <= SHORT);
}

/** Runs the protocol checks, and then those of the destination. */
function checkMessage({ exchange }: Flow, destination: Destination): Accepted | Refused {
  const accepted = checkProtocol(exchange.message);
  return accepted.kind === 'Refused' ? accepted : (destination.check(accepted) ?? accepted);
}

/**
 * Inspects a request that failed the protocol checks, so that the audit log has it. Rules cannot replace the
 * refusal.
 */
async function refuseRequest(flow: Flow, refusal: Refused): Promise<void> {
  const { gateway, rules, exchange, response } = flow;
  const localReply = protocolRefusal(refusal);
  // Before the first wait: what follows in the same packet is no further request.
  response.shouldKeepAlive = false;
  await inspectRefused(gateway, rules, exchange, '', localReply.text);
  refuse(flow, localReply);
}

/** Opens the transaction. Returns false when that failed and a reply has been sent. */
function openTransaction(flow: Flow, site: SitePolicy, { target }: Accepted): boolean {
  const { gateway, exchange } = flow;
  const { engineOnError } = gateway.settings;
  const engineMode = site.mode ?? gateway.settings.engineMode;
  if (engineMode === 'off') return true;
  const patience = gateway.settings.sharedTimeout - exchange.waitedMs;
  const { decisionFor, trace } = exchange;
  const mode = ruleEngineMode(engineMode);
  const traceId = trace?.traceId;
  const policy = { mode, onError: engineOnError, patience, decisionFor, traceId };
  const profile = site.profileFor(target);
  const opened = openInspection(profile, requestHead(exchange), exchange.id, policy);
  if (opened.kind === 'Open') {
    exchange.inspection = opened.inspection;
    return true;
  }
  gateway.engineFailed(exchange.id, 'opening', opened.error);
  if (engineOnError === 'open') return true;
  send(flow, ENGINE_ERROR);
  return false;
}
