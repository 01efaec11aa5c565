/** Three separate limits on our patience with a backend: connecting, answering, and going silent. */
import type { ClientRequest } from 'node:http';
import { type BackendFailure, timeoutFailure } from './backend-failure.ts';

/** Milliseconds. */
export type BackendTimeouts = {
  readonly connect: number;
  /** From the last byte of the request to the head of the answer. */
  readonly response: number;
  /** Without a byte in either direction while a body is under way. */
  readonly idle: number;
};

/** What a watched request tells. */
export type WatchEvents = {
  /** There is a connection. */
  readonly connected: () => void;
  /** A limit is over; the request is destroyed. */
  readonly expired: (failure: BackendFailure) => void;
};

/**
 * Watches a request that has just been made, until the returned function is called: when the head
 * of the answer is there, or the request is over. `isLong`: sending its body may take a while, which
 * does not count.
 */
export function watchTimeouts(
  request: ClientRequest,
  timeouts: BackendTimeouts,
  isLong: boolean,
  { connected, expired }: WatchEvents,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let done = false;
  const arm = (ms: number, step: 'connect' | 'response'): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      expired(timeoutFailure(step));
      request.destroy();
    }, ms);
  };
  const awaitResponse = (): void => {
    if (!done) arm(timeouts.response, 'response');
  };
  const begin = (): void => {
    clearTimeout(timer);
    connected();
    if (!isLong) awaitResponse();
  };
  if (request.reusedSocket) {
    begin();
  } else {
    arm(timeouts.connect, 'connect');
    request.once('socket', (socket) => {
      if (socket.connecting) socket.once('connect', begin);
      else begin();
    });
  }
  if (isLong) {
    request.setTimeout(timeouts.idle, () => {
      if (request.writableFinished && !done) return;
      expired(timeoutFailure('response'));
      request.destroy();
    });
    request.once('finish', awaitResponse);
  }
  return () => {
    done = true;
    clearTimeout(timer);
  };
}

/** Destroys a request of whose answer nothing comes for so long. */
export function watchSilence(request: ClientRequest, idleMs: number): void {
  const silence = Object.assign(new Error('silent backend'), { code: 'ETIMEDOUT' });
  request.setTimeout(idleMs, () => request.destroy(silence));
}
