/** Keeps idle connections to backends, and decides which of them is safe for the next request. */
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

/** Whether the request may be sent again when the connection proves to be closed. */
export type Repeatable = 'repeatable' | 'once';

/**
 * A request that may not be repeated is lost when the backend closes the idle connection at the same moment. It
 * gets only a connection that has been open for longer than this, and none if the backend closed an idle one within
 * the last minute.
 */
const PROVEN_AGE_MS = 1000;
const DISTRUST_MS = 60_000;

const MAX_IDLE = 256;

type Idle = {
  readonly socket: Socket;
  readonly since: number;
  /** The socket's `bytesRead` when it became idle. */
  readonly bytesRead: number;
};

/** The idle connections of one backend; the most recent is last. */
export class IdleConnections {
  readonly #idleMs: number;
  readonly #isCurrent: (socket: Socket) => boolean;
  readonly #idle: Idle[] = [];
  readonly #bornAt = new WeakMap<Socket, number>();
  #closedEarlyAt = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  /**
   * `idleMs`: how long an idle connection stays open. `isCurrent`: false when the backend's name no longer has its
   * address.
   */
  constructor(idleMs: number, isCurrent: (socket: Socket) => boolean) {
    this.#idleMs = idleMs;
    this.#isCurrent = isCurrent;
  }

  /** Notes the age of a connection. The caller calls it once for every connection that it will pass to `add`. */
  watch(socket: Socket): void {
    this.#bornAt.set(socket, performance.now());
    socket.once('close', () => this.#noteClose(socket));
  }

  add(socket: Socket): void {
    // Bytes after the end of the response would be taken for another response.
    const isQuiet = socket.readableLength === 0;
    const hasRoom = !this.#isClosed && this.#idle.length < MAX_IDLE;
    if (!socket.writable || socket.connecting || !isQuiet || !hasRoom) {
      socket.destroy();
      return;
    }
    // Reading continues, so that the end of the connection is noticed.
    socket.resume();
    socket.unref();
    const { bytesRead } = socket;
    this.#idle.push({ socket, since: performance.now(), bytesRead });
  }

  /** Takes the most recent connection that is safe for the request; undefined when there is none. */
  take(repeatable: Repeatable): Socket | undefined {
    const now = performance.now();
    if (repeatable === 'once' && now - this.#closedEarlyAt < DISTRUST_MS) return undefined;
    for (let index = this.#idle.length - 1; index >= 0; index -= 1) {
      const idle = this.#idle[index];
      if (idle === undefined || now - idle.since > this.#idleMs) return undefined;
      if (repeatable === 'once' && !this.#isProven(idle.socket, now)) continue;
      this.#idle.splice(index, 1);
      if (isUnused(idle) && this.#isCurrent(idle.socket)) {
        idle.socket.ref();
        return idle.socket;
      }
      idle.socket.destroy();
    }
    return undefined;
  }

  /** Closes connections that have been idle for too long. */
  sweep(): void {
    const limit = performance.now() - this.#idleMs;
    const firstRecent = this.#idle.findIndex(({ since }) => since > limit);
    const old = this.#idle.splice(0, firstRecent === -1 ? this.#idle.length : firstRecent);
    for (const { socket } of old) socket.destroy();
  }

  /** Closes all idle connections; those that are added later are closed immediately. */
  close(): void {
    this.#isClosed = true;
    for (const { socket } of this.#idle.splice(0)) socket.destroy();
  }

  #isProven(socket: Socket, now: number): boolean {
    return now - (this.#bornAt.get(socket) ?? now) > PROVEN_AGE_MS;
  }

  #noteClose(socket: Socket): void {
    const index = this.#idle.findIndex((idle) => idle.socket === socket);
    const [closed] = index === -1 ? [] : this.#idle.splice(index, 1);
    const now = performance.now();
    if (closed !== undefined && now - closed.since < this.#idleMs) this.#closedEarlyAt = now;
  }
}

/**
 * Returns true when nothing arrived while the connection was idle. Node releases before 22.23 and 24.17 take such
 * bytes for the response to the next request (CVE-2026-48931).
 */
function isUnused({ socket, bytesRead }: Idle): boolean {
  return !socket.destroyed && socket.writable && socket.bytesRead === bytesRead;
}
