/** Forwards an inspected request and returns its response. */
import { performance } from 'node:perf_hooks';
import type { Responded } from '../backend/attempt.ts';
import type { Candidates } from '../backend/backend.ts';
import { failureReply } from '../backend/backend-failure.ts';
import type { Tried } from '../backend/candidates.ts';
import type { StoredBody } from '../body/stored-body.ts';
import type { Accepted } from '../http/check-protocol.ts';
import { BACKEND_BUSY, BACKENDS_UNHEALTHY, type LocalReply } from '../http/response.ts';
import { disconnection } from './disconnection.ts';
import type { Flow } from './flow.ts';
import { forwardedHeaders } from './forwarded-headers.ts';
import { reply } from './reply.ts';
import { returnResponse } from './return-response.ts';

const NO_BODY_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

export async function relay(
  flow: Flow,
  accepted: Accepted,
  body: StoredBody,
  candidates: Candidates,
): Promise<void> {
  const { gateway, exchange, request, response } = flow;
  const { method } = exchange.message;
  const hasLength = accepted.framing.kind !== 'None' || !NO_BODY_METHODS.has(method);
  const headers = forwardedHeaders(flow, accepted, hasLength ? body.size : undefined);
  exchange.backendStartedAt = performance.now();
  const to = { target: accepted.target, headers, body };
  const result = await gateway.forward(
    { request, response },
    to,
    candidates,
    (backend, isRetry) => {
      exchange.backend = backend.label;
      if (isRetry) exchange.retries += 1;
    },
  );
  const responded = noteResult(flow, result);
  if (responded === undefined) return;
  await gateway.nextResponses();
  if (response.destroyed) exchange.cause = disconnection(gateway);
  else await returnResponse(flow, responded);
}

/** Records the result of forwarding; replies to the client when it failed. */
export function noteResult<
  Taken extends Pick<Responded, 'backendResponse'> & { readonly kind: 'Responded' | 'Upgraded' },
>(flow: Flow, result: Tried<Taken>): Taken | undefined {
  const { gateway, exchange, response } = flow;
  exchange.backendMs = performance.now() - exchange.backendStartedAt;
  if (result.kind === 'Taken') exchange.backendStatus = result.responded.backendResponse.statusCode;
  if (result.kind === 'Failed') exchange.backendFailure = result.failure.kind;
  if (response.destroyed) {
    exchange.cause = disconnection(gateway);
    return undefined;
  }
  if (result.kind === 'Taken') return result.responded;
  if (result.kind === 'Failed') gateway.backendFailed(result.failure);
  reply(flow, replyTo(result));
  return undefined;
}

function replyTo(result: Exclude<Tried<Responded>, { readonly kind: 'Taken' }>): LocalReply {
  switch (result.kind) {
    case 'Failed':
      return failureReply(result.failure);
    case 'Busy':
      return BACKEND_BUSY;
    case 'Unhealthy':
      return BACKENDS_UNHEALTHY;
  }
}
