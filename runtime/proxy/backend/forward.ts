/** Sends a request to a group of backends: chooses the backend, the connection and whether to retry. */

import type { ClientSide } from '../http/client-side.ts';
import { type Attempt, attempt, type BackendRequest, type Responded } from './attempt.ts';
import type { BackendAgents } from './backend-agents.ts';
import type { BackendTimeouts } from './backend-timeouts.ts';
import type { Backend, Candidates } from './backends.ts';
import { type CandidatePolicy, type Tried, tryCandidates } from './candidates.ts';

export type ForwardPolicy = CandidatePolicy & { readonly timeouts: BackendTimeouts };

export type Forwarder = (
  client: ClientSide,
  to: BackendRequest,
  candidates: Candidates,
  /** Called before each attempt; from then on the backend may receive the request. */
  attempting: (backend: Backend) => void,
) => Promise<Tried<Responded>>;

/** RFC 9110 section 9.2.2. */
const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/** Creates a forwarder that uses these connections. */
export function createForwarder(agents: BackendAgents, policy: ForwardPolicy): Forwarder {
  return (client, to, candidates, attempting) =>
    tryCandidates<Responded>(
      candidates,
      policy,
      () => !client.response.destroyed,
      (backend) => {
        attempting(backend);
        return attemptTwice(client, to, backend, agents, policy.timeouts);
      },
    );
}

/**
 * Sends an idempotent request again, on a new connection, when a reused connection was closed before
 * the response. No other request is sent twice.
 */
async function attemptTwice(
  client: ClientSide,
  to: BackendRequest,
  backend: Backend,
  agents: BackendAgents,
  timeouts: BackendTimeouts,
): Promise<Attempt> {
  const { address } = backend;
  const idempotent = IDEMPOTENT.has(client.request.method ?? '');
  const agent = idempotent ? agents.repeatable : agents.once;
  const done = (): void => {
    backend.inProgress -= 1;
  };
  backend.inProgress += 1;
  let result = await attempt(client, to, address, agent, timeouts);
  if (idempotent && hasDied(result) && !client.response.destroyed) {
    result = await attempt(client, to, address, agents.fresh, timeouts);
  }
  if (result.kind === 'Responded') result.backendResponse.on('close', done);
  else done();
  return result;
}

/** True when a reused connection was closed before the response. */
function hasDied(result: Attempt): boolean {
  if (result.kind === 'Responded' || !result.reused) return false;
  return result.failure.kind === 'reset' || result.failure.kind === 'closed';
}
