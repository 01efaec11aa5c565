/** Tries the members of a group one after the other until one accepts the request. */
import { performance } from 'node:perf_hooks';
import type { BackendFailure } from './backend-failure.ts';
import type { Backend, Candidates } from './backends.ts';

export type FailedAttempt = {
  readonly kind: 'Failed';
  readonly failure: BackendFailure;
  /** False when no connection was established, so that the backend cannot have received the request. */
  readonly connected: boolean;
};

export type CandidatePolicy = {
  /** Milliseconds for which a backend that could not be connected is skipped. */
  readonly downMs: number;
  /** Requests in progress per backend. */
  readonly maxInProgress: number;
};

/** The result of an attempt that does not fail. */
type Success = { readonly kind: 'Responded' | 'Upgraded' };

export type Tried<Taken extends Success> =
  | { readonly kind: 'Taken'; readonly responded: Taken; readonly backend: Backend }
  | { readonly kind: 'Failed'; readonly failure: BackendFailure; readonly backend: Backend }
  /** All backends are at their limit of requests in progress. */
  | { readonly kind: 'Busy' };

/**
 * Tries the next backend only while no connection is established, since nothing has been sent then.
 * `attempt` decrements `inProgress` when it fails or its response ends.
 */
export async function tryCandidates<Taken extends Success>(
  candidates: Candidates,
  { downMs, maxInProgress }: CandidatePolicy,
  isWanted: () => boolean,
  attempt: (backend: Backend) => Promise<Taken | FailedAttempt>,
): Promise<Tried<Taken>> {
  let last: Tried<Taken> = { kind: 'Busy' };
  for (const backend of candidates) {
    if (backend.inProgress >= maxInProgress) continue;
    const result = await attempt(backend);
    if (result.kind !== 'Failed') {
      backend.downUntil = 0;
      return { kind: 'Taken', responded: result, backend };
    }
    last = { kind: 'Failed', failure: result.failure, backend };
    if (result.connected || result.failure.kind === 'local' || !isWanted()) return last;
    backend.downUntil = performance.now() + downMs;
  }
  return last;
}
