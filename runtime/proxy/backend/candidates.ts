/** Tries the members of a group one after the other until one accepts the request. */
import { performance } from 'node:perf_hooks';
import type { Backend, Candidates } from './backend.ts';
import type { BackendFailure } from './backend-failure.ts';

export type FailedAttempt = {
  readonly kind: 'Failed';
  readonly failure: BackendFailure;
  /** False when no connection was established, so that the backend cannot have received the request. */
  readonly connected: boolean;
  /** True when the request may be sent again although the backend may have received it. */
  readonly repeatable: boolean;
};

export type CandidatePolicy = {
  /** Milliseconds for which a backend that could not be connected is skipped. */
  readonly downMs: number;
  /** How often a repeatable request may be sent again. */
  readonly retries: number;
};

/** The result of a successful attempt. */
type Success = { readonly kind: 'Responded' | 'Upgraded' };

export type Tried<Taken extends Success> =
  | { readonly kind: 'Taken'; readonly responded: Taken }
  | { readonly kind: 'Failed'; readonly failure: BackendFailure }
  /** All backends are at their limit of requests in progress. */
  | { readonly kind: 'Busy' }
  /** Health checks have marked all backends as down. */
  | { readonly kind: 'Unhealthy' };

/**
 * Tries backends in turn. When no connection was established, nothing has been sent and the next backend is tried.
 * After a repeatable failure the request is sent again, `retries` times at most, on the same backend when there is no
 * other. `attempt` decrements `inProgress` when it fails or its response ends; `isRetry`: a backend may have received
 * the request.
 */
export async function tryCandidates<Taken extends Success>(
  candidates: Candidates,
  { downMs, retries }: CandidatePolicy,
  isWanted: () => boolean,
  attempt: (backend: Backend, isRetry: boolean) => Promise<Taken | FailedAttempt>,
): Promise<Tried<Taken>> {
  const skipped = new Set<Backend>();
  let last: Tried<Taken> = { kind: candidates.hasHealthy() ? 'Busy' : 'Unhealthy' };
  let repeated = 0;
  let backend = candidates.next(skipped);
  while (backend !== undefined) {
    skipped.add(backend);
    const result = await attempt(backend, repeated > 0);
    if (result.kind !== 'Failed') {
      noteSuccess(backend);
      return { kind: 'Taken', responded: result };
    }
    backend.failures += 1;
    last = { kind: 'Failed', failure: result.failure };
    if (result.failure.kind === 'local' || !isWanted()) return last;
    if (result.connected) {
      if (!result.repeatable || repeated === retries) return last;
      repeated += 1;
      backend = candidates.next(skipped) ?? backend;
    } else {
      backend.downUntil = performance.now() + downMs;
      backend = candidates.next(skipped);
    }
  }
  return last;
}

function noteSuccess(backend: Backend): void {
  if (backend.downUntil === 0) return;
  backend.downUntil = 0;
  backend.recoveredAt = performance.now();
}
