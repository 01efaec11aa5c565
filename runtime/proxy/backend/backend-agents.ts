/** Agents for Node's HTTP client: reuse idle backend connections where that is safe, else open new ones. */
import { Agent, type ClientRequest } from 'node:http';
import { connectBackend } from './backend-socket.ts';
import { IdleConnections, type Repeatable } from './idle-connections.ts';

export type BackendAgents = {
  /** For requests that may be sent again when the connection turns out to be closed. */
  readonly repeatable: Agent;
  /** For requests that may be sent only once. */
  readonly once: Agent;
  /** Always opens a new connection. */
  readonly fresh: Agent;
};

const SWEEP_MS = 1000;
type Address = { readonly host: string; readonly port: number };
type Pool = (address: Address) => IdleConnections;

/** `idleMs`: how long an idle connection stays open; must be shorter than any backend's own limit. */
export function createBackendAgents(idleMs: number): BackendAgents {
  const pools = new Map<string, IdleConnections>();
  const poolOf: Pool = ({ host, port }) => {
    const key = `${host} ${port}`;
    let pool = pools.get(key);
    if (pool === undefined) {
      pool = new IdleConnections(idleMs);
      pools.set(key, pool);
    }
    return pool;
  };
  setInterval(() => {
    for (const pool of pools.values()) pool.sweep();
  }, SWEEP_MS).unref();
  return {
    repeatable: new BackendAgent(poolOf, 'repeatable'),
    once: new BackendAgent(poolOf, 'once'),
    fresh: new BackendAgent(poolOf, undefined),
  };
}

/**
 * Assigns connections instead of Node's agent, which takes 20 us (a fifth of the cost of forwarding a
 * request) and does not distinguish the idle connections that are safe for a POST.
 */
class BackendAgent extends Agent {
  readonly #poolOf: Pool;
  readonly #reuse: Repeatable | undefined;

  constructor(poolOf: Pool, reuse: Repeatable | undefined) {
    super({ keepAlive: true });
    this.#poolOf = poolOf;
    this.#reuse = reuse;
  }

  /** Called by Node for every request that names this agent. */
  addRequest(request: ClientRequest, { host, port }: Address): void {
    const pool = this.#poolOf({ host, port });
    const idle = this.#reuse === undefined ? undefined : pool.take(this.#reuse);
    if (idle !== undefined) {
      request.reusedSocket = true;
      request.onSocket(idle);
      return;
    }
    const socket = connectBackend(host, port);
    pool.watch(socket);
    // Node's client emits `free` when the whole response has been read.
    socket.on('free', () => {
      if (socket.isReset) socket.destroy();
      else pool.add(socket);
    });
    // A request in progress has a listener of its own; an idle connection just closes.
    socket.on('error', () => {});
    request.onSocket(socket);
  }
}
