/** Sends a request to a group of backends: which of them, how often, over which connection. */
import {
  type Answered,
  type Attempt,
  attempt,
  type BackendRequest,
  type ClientSide,
} from './attempt.ts';
import type { BackendAgents } from './backend-agents.ts';
import type { BackendTimeouts } from './backend-timeouts.ts';
import type { Backend, Candidates } from './backends.ts';
import { type CandidatePolicy, type Tried, tryCandidates } from './candidates.ts';

export type ForwardPolicy = CandidatePolicy & { readonly timeouts: BackendTimeouts };

export type Forwarder = (
  client: ClientSide,
  to: BackendRequest,
  candidates: Candidates,
  /** Called before each attempt: from then on the backend may see the request. */
  attempting: (backend: Backend) => void,
) => Promise<Tried<Answered>>;

/** RFC 9110 section 9.2.2. */
const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/**
 * An idempotent request that dies on a reused connection is sent once more, on a new one. Nothing
 * else is ever sent twice.
 */
export function createForwarder(agents: BackendAgents, policy: ForwardPolicy): Forwarder {
  return (client, to, candidates, attempting) =>
    tryCandidates<Answered>(
      candidates,
      policy,
      () => !client.response.destroyed,
      async (backend) => {
        attempting(backend);
        backend.inProgress += 1;
        const result = await attemptTwice(client, to, backend, agents, policy.timeouts);
        const done = (): void => {
          backend.inProgress -= 1;
        };
        if (result.kind === 'answered') result.answer.once('close', done);
        else done();
        return result;
      },
    );
}

async function attemptTwice(
  client: ClientSide,
  to: BackendRequest,
  { address }: Backend,
  agents: BackendAgents,
  timeouts: BackendTimeouts,
): Promise<Attempt> {
  const idempotent = IDEMPOTENT.has(client.request.method ?? '');
  const agent = idempotent ? agents.repeatable : agents.once;
  const first = await attempt(client, to, address, agent, timeouts);
  if (first.kind === 'answered' || !first.reused || client.response.destroyed) return first;
  const died = first.failure.kind === 'reset' || first.failure.kind === 'closed';
  return idempotent && died ? attempt(client, to, address, agents.fresh, timeouts) : first;
}
