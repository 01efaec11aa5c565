/** Sends a request to a group of backends: which of them, how often, over which connection. */
import { performance } from 'node:perf_hooks';
import { type Attempt, attempt, type BackendRequest, type ClientSide } from './attempt.ts';
import type { BackendAgents } from './backend-agents.ts';
import type { BackendFailure } from './backend-failure.ts';
import type { BackendTimeouts } from './backend-timeouts.ts';
import type { Backend, Candidates } from './backends.ts';

export type ForwardPolicy = {
  readonly timeouts: BackendTimeouts;
  /** Milliseconds for which a backend that could not be connected is skipped. */
  readonly downMs: number;
  /** Requests in progress per backend. */
  readonly maxInProgress: number;
};

export type Forwarded =
  | (Extract<Attempt, { kind: 'answered' }> & { readonly backend: Backend })
  | { readonly kind: 'failed'; readonly failure: BackendFailure; readonly backend: Backend }
  | { readonly kind: 'busy' };

export type Forwarder = (
  client: ClientSide,
  to: BackendRequest,
  candidates: Candidates,
) => Promise<Forwarded>;

/** RFC 9110 section 9.2.2. */
const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/**
 * The next backend of the group is tried while no connection comes about, since nothing has been
 * sent then. An idempotent request that dies on a reused connection is sent once more, on a new
 * one. Nothing else is ever repeated.
 */
export function createForwarder(agents: BackendAgents, policy: ForwardPolicy): Forwarder {
  return async (client, to, candidates) => {
    let last: Forwarded = { kind: 'busy' };
    for (const backend of candidates) {
      if (backend.inProgress >= policy.maxInProgress) continue;
      const result = await tryBackend(client, to, backend, agents, policy);
      if (result.kind === 'answered') return { ...result, backend };
      last = { kind: 'failed', failure: result.failure, backend };
      if (result.connected || client.response.destroyed) return last;
      if (result.failure.kind === 'local') return last;
      backend.downUntil = performance.now() + policy.downMs;
    }
    return last;
  };
}

async function tryBackend(
  client: ClientSide,
  to: BackendRequest,
  backend: Backend,
  agents: BackendAgents,
  policy: ForwardPolicy,
): Promise<Attempt> {
  backend.inProgress += 1;
  const result = await attemptTwice(client, to, backend, agents, policy);
  if (result.kind === 'failed') {
    backend.inProgress -= 1;
    return result;
  }
  backend.downUntil = 0;
  result.answer.once('close', () => {
    backend.inProgress -= 1;
  });
  return result;
}

async function attemptTwice(
  client: ClientSide,
  to: BackendRequest,
  { address }: Backend,
  agents: BackendAgents,
  { timeouts }: ForwardPolicy,
): Promise<Attempt> {
  const idempotent = IDEMPOTENT.has(client.request.method ?? '');
  const agent = idempotent ? agents.shared : agents.fresh;
  const first = await attempt(client, to, address, agent, timeouts);
  if (first.kind === 'answered' || !first.reused || client.response.destroyed) return first;
  const died = first.failure.kind === 'reset' || first.failure.kind === 'closed';
  return idempotent && died ? attempt(client, to, address, agents.fresh, timeouts) : first;
}
