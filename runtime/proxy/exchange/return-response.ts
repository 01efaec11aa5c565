/** A backend's answer: phases 3 and 4, then on to the client. */
import type { ResponseHead } from '../../engine/host/compiled-waf.ts';
import type { Answered } from '../backend/attempt.ts';
import { CLOSED_EARLY, failureAnswer, failureOf, malformed } from '../backend/backend-failure.ts';
import { watchSilence } from '../backend/backend-timeouts.ts';
import { holdAnswer } from '../backend/hold-response.ts';
import { relayBody, responseHead, writeAnswerHead } from '../backend/relay-response.ts';
import { ANSWER_NOT_DECODED, RESPONSE_TOO_LARGE } from '../http/response.ts';
import type { Inspection } from '../waf/inspection.ts';
import { decodeAnswer } from './decode-response.ts';
import { closeInspection } from './finish.ts';
import type { Flow } from './flow.ts';
import { react, reply, send } from './reply.ts';

/** The body is held back only where rules want to read it; anything else streams. */
export async function returnAnswer(flow: Flow, answered: Answered): Promise<void> {
  const { exchange } = flow;
  const { inspection } = exchange;
  const head = responseHead(answered.answer);
  exchange.status = head.status;
  if (inspection === undefined) pass(flow, answered, head, []);
  else if (react(flow, inspection.responseHeaders(head))) answered.request.destroy();
  else if (inspection.wantsResponseBody) await inspectBody(flow, answered, head, inspection);
  else if (react(flow, inspection.responseBody('', false))) answered.request.destroy();
  else pass(flow, answered, head, []);
}

async function inspectBody(
  flow: Flow,
  answered: Answered,
  head: ResponseHead,
  inspection: Inspection,
): Promise<void> {
  const { transaction, profile } = inspection;
  const limit = transaction.responseBodyLimit;
  watchSilence(answered.request, flow.gateway.timeouts.idle);
  const held = await holdAnswer(answered.answer, limit);
  if (held.kind === 'broken') {
    send(flow, failureAnswer(CLOSED_EARLY));
    return;
  }
  const rejects =
    profile.waf.settings.responseBodyLimitAction === 'Reject' && transaction.ruleEngine === 'On';
  if (held.kind === 'beginning' && rejects) {
    answered.request.destroy();
    send(flow, RESPONSE_TOO_LARGE);
    return;
  }
  const whole = held.kind === 'complete';
  const { text, truncated, decoding } = await decodeAnswer(flow, head, held.chunks, whole, limit);
  if (truncated && rejects) {
    send(flow, RESPONSE_TOO_LARGE);
  } else if (decoding?.kind === 'failed' && transaction.ruleEngine === 'On') {
    inspection.responseBody('', false, decoding);
    answered.request.destroy();
    send(flow, ANSWER_NOT_DECODED);
  } else if (react(flow, inspection.responseBody(text, truncated, decoding))) {
    answered.request.destroy();
  } else {
    pass(flow, answered, head, held.chunks);
  }
}

function pass(
  flow: Flow,
  { answer, request }: Answered,
  head: ResponseHead,
  held: readonly Buffer[],
): void {
  const { gateway, rules, exchange, response } = flow;
  if (gateway.settings.auditSync) closeInspection(gateway, rules, exchange);
  try {
    writeAnswerHead(response, answer, head.headers, exchange.id);
  } catch {
    request.destroy();
    reply(flow, failureAnswer(malformed('invalid header')));
    return;
  }
  const broken = (error: Error | null): void => {
    exchange.cause = 'upstream';
    exchange.detail = 'backend broke off its answer';
    gateway.backendFailed(failureOf(error));
  };
  relayBody(response, { kind: 'answered', answer, request }, held, gateway.timeouts.idle, broken);
}
