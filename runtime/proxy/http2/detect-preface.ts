/** Detects which connections begin with HTTP/2 (RFC 9113 section 3.3, prior knowledge). */
import type { Socket } from 'node:net';
import { PREFACE } from './frames.ts';

type Servers = Readonly<Record<'http1' | 'http2', (socket: Socket) => void>> & {
  /** Called when nothing follows `received`, which may be a head of HTTP/1. `code`: the error of Node's server for such a head. */
  readonly unfinished: (socket: Socket, received: Buffer, code: string) => void;
};

export type PrefaceDetector = {
  /** Waits for the first bytes, unreads them and calls one of the functions. Closes a connection that sends none in time. */
  readonly accept: (socket: Socket, serve: Servers) => void;
  /** Closes connections that are still waiting. */
  readonly drain: () => void;
};

/** Bytes of "PR", with which methods of HTTP/1 begin, too. With one more byte only HTTP/2 begins, so there is no head yet. */
const SHARED_BYTES = 2;
const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT';
const END = 'HPE_INVALID_EOF_STATE';
const CLOSE = 'ECONNRESET';

/** `timeoutMs`: milliseconds for the first bytes. */
export function createPrefaceDetector(timeoutMs: number): PrefaceDetector {
  const waiting = new Set<Socket>();
  return {
    accept: (socket, { http1, http2, unfinished }) => {
      let received: Buffer = Buffer.alloc(0);
      const timer = setTimeout(() => giveUp(TIMEOUT), timeoutMs);
      const leave = (): void => {
        clearTimeout(timer);
        waiting.delete(socket);
        socket.off('data', take);
        socket.off('end', end);
        socket.off('close', close);
      };
      const giveUp = (code: string): void => {
        leave();
        const isHead = received.length > 0 && received.length <= SHARED_BYTES;
        if (isHead) unfinished(socket, received, code);
        else socket.destroy();
      };
      const decide = (): void => {
        leave();
        socket.off('error', ignore);
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
      const end = (): void => giveUp(END);
      const close = (): void => giveUp(CLOSE);
      waiting.add(socket);
      socket.on('data', take);
      socket.on('end', end);
      socket.on('close', close);
      socket.on('error', ignore);
    },
    drain: () => {
      for (const socket of waiting) socket.destroy();
    },
  };
}

/** Ignores an error; `close` follows it. */
function ignore(): void {}
