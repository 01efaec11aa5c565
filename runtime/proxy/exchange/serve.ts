/** The life of a request, top to bottom (decisions.md). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { foldAddress } from '../filters/ip-address.ts';
import { answer, ENGINE_FAULT, protocolRefusal } from '../http/answer.ts';
import { checkProtocol } from '../http/check-protocol.ts';
import { clientMessage } from '../http/client-message.ts';
import { requestId } from '../http/request-id.ts';
import { openInspection } from '../waf/inspection.ts';
import { admit } from './admit.ts';
import { newExchange } from './exchange.ts';
import { finishExchange } from './finish.ts';
import type { Flow } from './flow.ts';
import type { Gateway, Guard } from './gateway.ts';
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
    if (!response.writableFinished) exchange.reason ??= 'client gone';
    finishExchange(gateway, rules, exchange);
  });
  run(flow).catch((error: unknown) => {
    gateway.warn(`request ${exchange.id} failed: ${error instanceof Error ? error.stack : error}`);
    if (response.headersSent) response.destroy();
    else send(flow, answer(500, 'Internal Server Error', 'internal error'));
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
    send(flow, protocolRefusal(gate.status, gate.reason));
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
