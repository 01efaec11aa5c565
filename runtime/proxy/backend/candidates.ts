/** The members of a group, one after the other, until one takes the request. */
import { performance } from 'node:perf_hooks';
import type { BackendFailure } from './backend-failure.ts';
import type { Backend, Candidates } from './backends.ts';

export type FailedAttempt = {
  readonly kind: 'Failed';
  readonly failure: BackendFailure;
  /** False: not even a connection, so that the backend cannot have seen the request. */
  readonly connected: boolean;
};

export type CandidatePolicy = {
  /** Milliseconds for which a backend that could not be connected is skipped. */
  readonly downMs: number;
  /** Requests in progress per backend. */
  readonly maxInProgress: number;
};

/** What an attempt gives when it does not fail. */
type Success = { readonly kind: 'Responded' | 'Upgraded' };

export type Tried<Taken extends Success> =
  | { readonly kind: 'Taken'; readonly responded: Taken; readonly backend: Backend }
  | { readonly kind: 'Failed'; readonly failure: BackendFailure; readonly backend: Backend }
  /** None has room. */
  | { readonly kind: 'Busy' };

/**
 * Tries the next backend only while no connection comes about, since nothing has been sent then.
 * `attempt` counts itself out of `inProgress` when it fails or its answer ends.
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
