/** The four phases of an exchange, as the proxy runs them: bodies are handed over up to the limit, and only where they are wanted. */
import type { CompiledWaf, Transaction } from '#engine/host/compiled-waf.ts';
import type { HttpRequest, HttpResponse } from './http-block.ts';
import type { Phases } from './moved-transaction.ts';

/**
 * Returns the index of the phase that interrupted, from 0; -1: none, as when the body is too large. `phases`: the
 * transaction, or what runs its phases elsewhere.
 */
export function runPhases(
  waf: CompiledWaf,
  transaction: Transaction,
  phases: Phases,
  request: HttpRequest,
  response: HttpResponse,
): number {
  if (phases.inspectRequestHeaders() !== undefined) return 0;
  const { requestBodyAccess, requestBodyLimit } = transaction;
  const isTooLong = requestBodyAccess && request.body.length > requestBodyLimit;
  if (isTooLong && waf.settings.requestBodyLimitAction === 'Reject') return -1;
  const body = requestBodyAccess ? request.body.slice(0, requestBodyLimit) : '';
  if (phases.inspectRequestBody(body, isTooLong) !== undefined) return 1;
  if (phases.inspectResponseHeaders(response.head) !== undefined) return 2;
  const answer = transaction.wantsResponseBody ? response.body : '';
  const { responseBodyLimit } = transaction;
  const cut = answer.slice(0, responseBodyLimit);
  return phases.inspectResponseBody(cut, answer.length > responseBodyLimit) === undefined ? -1 : 3;
}
