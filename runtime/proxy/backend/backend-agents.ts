/** Connections to backends: which requests may share one, and what disqualifies an idle one. */
import { Agent, type ClientRequest } from 'node:http';
import type { Duplex } from 'node:stream';

export type BackendAgents = {
  /** Reuses connections: for requests that may be sent again when the connection proves dead. */
  readonly shared: Agent;
  /** A connection per request: a POST cannot be lost to, or repeated after, a dead one. */
  readonly fresh: Agent;
  readonly close: () => void;
};

const MAX_IDLE = 256;

/** `idleMs`: how long an unused connection is kept; shorter than any backend's own limit. */
export function createBackendAgents(idleMs: number): BackendAgents {
  const shared = new GuardedAgent({
    keepAlive: true,
    timeout: idleMs,
    maxFreeSockets: MAX_IDLE,
    scheduling: 'lifo',
  });
  const fresh = new Agent({ keepAlive: false });
  return {
    shared,
    fresh,
    close: () => {
      shared.destroy();
      fresh.destroy();
    },
  };
}

/**
 * Node hands whatever an idle connection sends to the next request as its answer on releases
 * before 22.23 and 24.17 (CVE-2026-48931): such a connection is closed instead.
 */
class GuardedAgent extends Agent {
  override keepSocketAlive(socket: Duplex): boolean {
    // Bytes that came between the end of the answer and now wait in the stream's buffer.
    if (socket.readableLength > 0) return false;
    const kept: unknown = super.keepSocketAlive(socket);
    if (kept !== true) return false;
    socket.on('data', destroyTalker);
    return true;
  }

  override reuseSocket(socket: Duplex, request: ClientRequest): void {
    socket.off('data', destroyTalker);
    super.reuseSocket(socket, request);
  }
}

function destroyTalker(this: Duplex): void {
  this.destroy();
}
