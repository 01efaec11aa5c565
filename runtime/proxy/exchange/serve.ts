/** The life of a request, top to bottom (decisions.md). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { foldAddress } from '../filters/ip-address.ts';
import { ENGINE_FAULT, INTERNAL_ERROR, protocolRefusal } from '../http/answer.ts';
import { checkProtocol, type Refused } from '../http/check-protocol.ts';
import { clientMessage } from '../http/client-message.ts';
import { requestId } from '../http/request-id.ts';
import { openInspection } from '../waf/inspection.ts';
import { admit } from './admit.ts';
import { newExchange } from './exchange.ts';
import { finishExchange } from './finish.ts';
import type { Flow } from './flow.ts';
import type { Gateway, Guard } from './gateway.ts';
import { inspectRefused } from './inspect-refused.ts';
import { receive } from './receive.ts';
import { relay } from './relay.ts';
import { reply, send } from './reply.ts';
import { requestHead } from './request-head.ts';

/** Serves one request, and sees to its end whatever happens. */
export function serve(gateway: Gateway, request: IncomingMessage, response: ServerResponse): void {
  const flow = newFlow(gateway, request, response);
  const { exchange, rules } = flow;
  const { socket } = request;
  const writtenBefore = socket.bytesWritten;
  response.once('close', () => {
    exchange.bytesOut = socket.bytesWritten - writtenBefore;
    if (!response.writableFinished) exchange.cause ??= 'client-gone';
    finishExchange(gateway, rules, exchange);
  });
  run(flow).catch((error: unknown) => {
    gateway.warn(`request ${exchange.id} failed: ${error instanceof Error ? error.stack : error}`);
    if (response.headersSent) response.destroy();
    else send(flow, INTERNAL_ERROR);
  });
}

function newFlow(gateway: Gateway, request: IncomingMessage, response: ServerResponse): Flow {
  const message = clientMessage(request);
  const peer = foldAddress(message.peer.address) ?? '';
  const trusted = gateway.settings.trustedProxies.length > 0 && gateway.trustsPeer(peer);
  const exchange = newExchange(requestId(message.headers, trusted), message, performance.now());
  return { gateway, rules: gateway.rules(), exchange, request, response };
}

async function run(flow: Flow): Promise<void> {
  const { gateway, rules, exchange, response } = flow;
  const gate = checkProtocol(exchange.message);
  if (gate.kind === 'refused') {
    await refuse(flow, gate);
    return;
  }
  exchange.host = gate.host.name;
  const admission = await admit(gateway, rules, exchange);
  if (admission.kind === 'rejected') {
    reply(flow, admission.answer);
    return;
  }
  if (response.destroyed || !inspect(flow, admission.guard)) return;
  const body = await receive(flow, gate);
  if (body === undefined) return;
  response.once('close', body.release);
  if (response.destroyed) await body.release();
  else await relay(flow, gate, body, admission.candidates);
}

/** The rules see what the gate refused, so that it is in the audit log; the gate's answer stands. */
async function refuse(flow: Flow, { status, reason }: Refused): Promise<void> {
  const { gateway, rules, exchange } = flow;
  const answer = protocolRefusal(status, reason);
  await inspectRefused(gateway, rules, exchange, '');
  exchange.inspection?.responseHeaders({ status, protocol: 'HTTP/1.1', headers: answer.headers });
  flow.response.shouldKeepAlive = false;
  send(flow, answer);
}

/** Opens the transaction; false when that failed and the client has been answered. */
function inspect(flow: Flow, { profile }: Guard): boolean {
  const { gateway, exchange } = flow;
  const { engineMode, engineOnError } = gateway.settings;
  if (engineMode === 'off') return true;
  const policy = { mode: engineMode, onError: engineOnError };
  const opened = openInspection(profile, requestHead(exchange), exchange.id, policy);
  if (opened.kind === 'open') {
    exchange.inspection = opened.inspection;
    return true;
  }
  gateway.warn(`WAF engine error, request ${exchange.id}: ${String(opened.error)}`);
  if (engineOnError === 'open') return true;
  send(flow, ENGINE_FAULT);
  return false;
}
