/** The response side: forwarding, phases 3 and 4, and the answer on its way to the client. */
import type { ClientRequest, IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { CLOSED_EARLY, failureAnswer } from '../backend/backend-failure.ts';
import type { Candidates } from '../backend/backends.ts';
import { forwardHeaders } from '../backend/forward-headers.ts';
import { holdAnswer } from '../backend/hold-answer.ts';
import { relayBody, responseHead, writeAnswerHead } from '../backend/relay-answer.ts';
import type { StoredBody } from '../body/stored-body.ts';
import { foldAddress } from '../filters/ip-address.ts';
import { BACKEND_BUSY, RESPONSE_TOO_LARGE } from '../http/answer.ts';
import type { Accepted } from '../http/check-protocol.ts';
import type { Inspection } from '../waf/inspection.ts';
import { closeInspection } from './finish.ts';
import type { Flow } from './flow.ts';
import { react, reply } from './reply.ts';

type Answered = { readonly answer: IncomingMessage; readonly request: ClientRequest };

const NO_BODY_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Forwards an inspected request and relays what comes back. */
export async function relay(
  flow: Flow,
  gate: Accepted,
  body: StoredBody,
  candidates: Candidates,
): Promise<void> {
  const { gateway, exchange, request, response } = flow;
  const { message } = exchange;
  const peerAddress = foldAddress(message.peer.address) ?? message.peer.address;
  const hasLength = gate.framing.kind !== 'none' || !NO_BODY_METHODS.has(message.method);
  const headers = forwardHeaders(message, {
    id: exchange.id,
    clientAddress: exchange.clientAddress,
    peerAddress,
    peerTrusted: gateway.trustsPeer(peerAddress),
    host: gate.host.forwarded,
    contentLength: hasLength ? body.size : undefined,
    plainResponse: exchange.inspection?.transaction.responseBodyAccess ?? false,
  });
  const start = performance.now();
  const to = { target: message.target, headers, body: body.stream };
  const result = await gateway.forward({ request, response }, to, candidates);
  exchange.backendMs = performance.now() - start;
  if (result.kind === 'busy') {
    reply(flow, BACKEND_BUSY);
    return;
  }
  exchange.backend = result.backend.label;
  if (response.destroyed) exchange.cause = 'client-gone';
  else if (result.kind === 'failed') reply(flow, failureAnswer(result.failure));
  else await inspectAnswer(flow, result.answered);
}

async function inspectAnswer(flow: Flow, answered: Answered): Promise<void> {
  const { exchange } = flow;
  const { inspection } = exchange;
  const head = responseHead(answered.answer);
  exchange.status = head.status;
  if (inspection === undefined) {
    pass(flow, answered, []);
    return;
  }
  if (react(flow, inspection.responseHeaders(head))) answered.request.destroy();
  else if (inspection.wantsResponseBody) await inspectAnswerBody(flow, answered, inspection);
  else if (react(flow, inspection.responseBody('', false))) answered.request.destroy();
  else pass(flow, answered, []);
}

async function inspectAnswerBody(
  flow: Flow,
  answered: Answered,
  inspection: Inspection,
): Promise<void> {
  const { transaction, profile } = inspection;
  const limit = transaction.responseBodyLimit;
  const held = await holdAnswer(answered.answer, limit);
  if (held.kind === 'broken') {
    reply(flow, failureAnswer(CLOSED_EARLY));
    return;
  }
  const truncated = held.kind === 'beginning';
  if (
    truncated &&
    profile.waf.settings.responseBodyLimitAction === 'Reject' &&
    inspection.enforces
  ) {
    answered.request.destroy();
    reply(flow, RESPONSE_TOO_LARGE);
    return;
  }
  const text = Buffer.concat(held.chunks).toString('latin1', 0, limit);
  if (react(flow, inspection.responseBody(text, truncated))) answered.request.destroy();
  else pass(flow, answered, held.chunks);
}

function pass(flow: Flow, { answer, request }: Answered, held: readonly Buffer[]): void {
  const { gateway, rules, exchange, response } = flow;
  if (gateway.settings.auditSync) closeInspection(gateway, rules, exchange);
  try {
    writeAnswerHead(response, answer, responseHead(answer).headers, exchange.id);
  } catch {
    request.destroy();
    reply(flow, failureAnswer({ kind: 'malformed', text: 'malformed answer' }));
    return;
  }
  relayBody(response, answer, held);
}
