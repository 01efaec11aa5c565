/** Detects which connections begin with HTTP/2 (RFC 9113 section 3.3, prior knowledge). */
import type { Socket } from 'node:net';
import { PREFACE } from './frames.ts';

type Servers = Readonly<Record<'http1' | 'http2', (socket: Socket) => void>>;

export type PrefaceDetector = {
  /**
   * Waits for the first bytes, unreads them and calls one of both functions. Closes a connection that sends none in
   * time.
   */
  readonly accept: (socket: Socket, serve: Servers) => void;
  /** Closes connections that are still waiting. */
  readonly drain: () => void;
};

/** `timeoutMs`: milliseconds for the first bytes. */
export function createPrefaceDetector(timeoutMs: number): PrefaceDetector {
  const waiting = new Set<Socket>();
  return {
    accept: (socket, { http1, http2 }) => {
      let received: Buffer = Buffer.alloc(0);
      const timer = setTimeout(() => socket.destroy(), timeoutMs);
      const leave = (): void => {
        clearTimeout(timer);
        waiting.delete(socket);
        socket.off('data', take);
        socket.off('end', end);
        socket.off('close', leave);
        socket.off('error', ignore);
      };
      const decide = (): void => {
        leave();
        socket.pause();
        const isHttp2 = received.subarray(0, PREFACE.length).equals(PREFACE);
        if (received.length > 0) socket.unshift(received);
        if (isHttp2) http2(socket);
        else http1(socket);
        socket.resume();
      };
      const take = (chunk: Buffer): void => {
        received = Buffer.concat([received, chunk]);
        const start = received.subarray(0, PREFACE.length);
        const isOpen =
          PREFACE.subarray(0, start.length).equals(start) && start.length < PREFACE.length;
        if (!isOpen) decide();
      };
      // The client has ended its side within the preface, so the bytes are neither HTTP/1 nor HTTP/2.
      const end = (): void => {
        socket.destroy();
      };
      waiting.add(socket);
      socket.on('data', take);
      socket.on('end', end);
      socket.on('close', leave);
      socket.on('error', ignore);
    },
    drain: () => {
      for (const socket of waiting) socket.destroy();
    },
  };
}

/** Ignores an error; `close` follows it. */
function ignore(): void {}
