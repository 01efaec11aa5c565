/** Inspects a backend's response (phases 3 and 4) and relays it to the client. */
import type { IncomingMessage } from 'node:http';
import type { ResponseHead } from '#engine/host/compiled-waf.ts';
import type { Responded } from '../backend/attempt.ts';
import { CLOSED_EARLY, failureOf, failureReply, malformed } from '../backend/backend-failure.ts';
import { watchSilence } from '../backend/backend-timeouts.ts';
import { holdResponse } from '../backend/hold-response.ts';
import { relayBody, responseHead, writeResponseHead } from '../backend/relay-response.ts';
import { type LocalReply, RESPONSE_NOT_DECODED, RESPONSE_TOO_LARGE } from '../http/response.ts';
import type { Inspection } from '../waf/inspection.ts';
import { decodeResponse } from './decode-response.ts';
import { closeInspection } from './finish.ts';
import type { Flow } from './flow.ts';
import { react, refuse, reply, send } from './reply.ts';

/**
 * Runs phases 3 and 4 and sends the response. It buffers the body only when rules read it; otherwise the body
 * streams.
 */
export async function returnResponse(flow: Flow, responded: Responded): Promise<void> {
  const { inspection } = flow.exchange;
  if (isBroken(responded.backendResponse)) {
    // Malformed chunks or a reset came with the head. Closing the connection without a byte would make clients send the
    // request again.
    reply(flow, brokenReply(flow, responded.backendResponse));
    return;
  }
  const head = responseHead(responded.backendResponse);
  if (inspection === undefined) pass(flow, responded, head, []);
  else if (react(flow, inspection.responseHeaders(head))) responded.request.destroy();
  else if (inspection.wantsResponseBody)
    await inspectResponseBody(flow, responded, head, inspection);
  else if (react(flow, inspection.responseBody('', false))) responded.request.destroy();
  else pass(flow, responded, head, []);
}

function isBroken({ complete, destroyed, errored }: IncomingMessage): boolean {
  return errored !== null || (destroyed && !complete);
}

/** Returns the reply that replaces the response of a backend whose connection has failed before the client received any of it. */
function brokenReply({ gateway, exchange }: Flow, { errored }: IncomingMessage): LocalReply {
  const failure = failureOf(errored);
  exchange.backendFailure = failure.kind;
  gateway.backendFailed(failure);
  // 504 is for a backend that did not begin a response in time.
  return failureReply(failure.kind === 'timeout' ? CLOSED_EARLY : failure);
}

async function inspectResponseBody(
  flow: Flow,
  responded: Responded,
  head: ResponseHead,
  inspection: Inspection,
): Promise<void> {
  const { transaction, profile } = inspection;
  const limit = transaction.responseBodyLimit;
  watchSilence(responded.request, responded.backendResponse, flow.gateway.timeouts.idle);
  const held = await holdResponse(responded.backendResponse, limit);
  // When the client disconnects, so does the proxy from the backend, which is no failure of the backend.
  if (flow.response.destroyed) return;
  if (held.kind === 'Broken') {
    refuse(flow, brokenReply(flow, responded.backendResponse));
    return;
  }
  const rejects =
    profile.waf.settings.responseBodyLimitAction === 'Reject' && transaction.ruleEngine === 'On';
  if (held.kind === 'Beginning' && rejects) {
    responded.request.destroy();
    refuse(flow, RESPONSE_TOO_LARGE);
    return;
  }
  const whole = held.kind === 'Complete';
  const { text, truncated, decoding } = await decodeResponse(flow, head, held.chunks, whole, limit);
  if (truncated && rejects) {
    refuse(flow, RESPONSE_TOO_LARGE);
  } else if (decoding?.kind === 'failed' && transaction.ruleEngine === 'On') {
    inspection.responseBody('', false, decoding);
    responded.request.destroy();
    send(flow, RESPONSE_NOT_DECODED);
  } else if (react(flow, inspection.responseBody(text, truncated, decoding))) {
    responded.request.destroy();
  } else {
    pass(flow, responded, head, held.chunks);
  }
}

function pass(
  flow: Flow,
  { backendResponse, request }: Responded,
  head: ResponseHead,
  held: readonly Buffer[],
): void {
  const { gateway, rules, exchange, response } = flow;
  exchange.status = head.status;
  if (gateway.settings.auditSync) closeInspection(gateway, rules, exchange);
  try {
    writeResponseHead(response, backendResponse, head.headers, exchange.id);
  } catch {
    request.destroy();
    reply(flow, failureReply(malformed('invalid header')));
    return;
  }
  const broken = (error: Error | null): void => {
    exchange.cause = 'upstream';
    exchange.detail = 'backend broke off its response';
    gateway.backendFailed(failureOf(error));
  };
  relayBody(
    response,
    { kind: 'Responded', backendResponse, request },
    held,
    gateway.timeouts.idle,
    broken,
  );
}
