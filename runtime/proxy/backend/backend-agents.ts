/** Agents for Node's HTTP client: reuse idle connections to one backend where that is safe, else open new ones. */
import { Agent, type ClientRequest } from 'node:http';
import type { Connect } from './connect-backend.ts';
import type { IdleConnections, Repeatable } from './idle-connections.ts';
import { isReset } from './survive-reset.ts';

export type BackendAgents = {
  /** For requests that may be sent again when the connection proves to be closed. */
  readonly repeatable: Agent;
  /** For requests that may be sent only once. */
  readonly once: Agent;
  /** Always opens a new connection. */
  readonly fresh: Agent;
};

/** `idle`: the pool of idle connections; only these agents add to it. */
export function createBackendAgents(connect: Connect, idle: IdleConnections): BackendAgents {
  return {
    repeatable: new BackendAgent(connect, idle, 'repeatable'),
    once: new BackendAgent(connect, idle, 'once'),
    fresh: new BackendAgent(connect, idle, undefined),
  };
}

/**
 * Assigns connections itself, because Node's agent takes 20 us (a fifth of the cost of forwarding a request) and
 * does not distinguish the idle connections that are safe for a POST.
 */
class BackendAgent extends Agent {
  readonly #connect: Connect;
  readonly #idle: IdleConnections;
  readonly #reuse: Repeatable | undefined;

  constructor(connect: Connect, idle: IdleConnections, reuse: Repeatable | undefined) {
    super({ keepAlive: true });
    this.#connect = connect;
    this.#idle = idle;
    this.#reuse = reuse;
  }

  /** Node calls this method for every request that uses this agent. */
  addRequest(request: ClientRequest): void {
    const idle = this.#reuse === undefined ? undefined : this.#idle.take(this.#reuse);
    if (idle !== undefined) {
      request.reusedSocket = true;
      request.onSocket(idle);
      return;
    }
    const socket = this.#connect();
    this.#idle.watch(socket);
    // Node's client emits `free` when the whole response has been read.
    socket.on('free', () => {
      if (isReset(socket)) socket.destroy();
      else this.#idle.add(socket);
    });
    // A request in progress has its own listener; an idle connection just closes.
    socket.on('error', () => {});
    request.onSocket(socket);
  }
}
