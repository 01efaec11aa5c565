/** Sends a request to a group of backends: chooses the backend, the connection and whether to retry. */
import type { ClientSide } from '../http/client-side.ts';
import { type Attempt, attempt, type BackendRequest, type Responded } from './attempt.ts';
import type { Backend, Candidates } from './backend.ts';
import type { BackendTimeouts } from './backend-timeouts.ts';
import {
  type CandidatePolicy,
  type FailedAttempt,
  type Tried,
  tryCandidates,
} from './candidates.ts';

export type ForwardPolicy = CandidatePolicy & { readonly timeouts: BackendTimeouts };

/** Called before each attempt. `isRetry`: a backend may have received the request before. */
type Attempting = (backend: Backend, isRetry: boolean) => void;

export type Forwarder = (
  client: ClientSide,
  to: BackendRequest,
  candidates: Candidates,
  attempting: Attempting,
) => Promise<Tried<Responded>>;

/** Idempotent methods (RFC 9110 section 9.2.2), without TRACE, which is never forwarded. */
const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

export function createForwarder(policy: ForwardPolicy): Forwarder {
  return (client, to, candidates, attempting) =>
    tryCandidates<Responded>(
      candidates,
      policy,
      () => !client.response.destroyed,
      (backend, isRetry) => {
        attempting(backend, isRetry);
        return attemptTwice(client, to, backend, policy.timeouts, () => attempting(backend, true));
      },
    );
}

/**
 * Sends a request. Sends an idempotent one again, on a new connection, when a reused connection was closed before a
 * byte of the response arrived. Other requests are sent once.
 */
async function attemptTwice(
  client: ClientSide,
  to: BackendRequest,
  backend: Backend,
  timeouts: BackendTimeouts,
  again: () => void,
): Promise<Responded | FailedAttempt> {
  const { agents } = backend;
  const idempotent = IDEMPOTENT.has(client.request.method ?? '');
  const agent = idempotent ? agents.repeatable : agents.once;
  const done = (): void => {
    backend.inProgress -= 1;
  };
  backend.inProgress += 1;
  let result = await attempt(client, to, agent, timeouts);
  if (idempotent && hasDied(result) && result.reused && !client.response.destroyed) {
    again();
    result = await attempt(client, to, agents.fresh, timeouts);
  }
  if (result.kind === 'Responded') {
    result.backendResponse.on('close', done);
    return result;
  }
  done();
  return { ...result, repeatable: idempotent && hasDied(result) };
}

type Failed = Extract<Attempt, { readonly kind: 'Failed' }>;

/** Returns true when the connection was closed before a byte of the response arrived. */
function hasDied(result: Attempt): result is Failed {
  if (result.kind === 'Responded' || result.answered) return false;
  return result.failure.kind === 'reset' || result.failure.kind === 'closed';
}
