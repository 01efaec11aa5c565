/** Three separate time-outs for a backend: connecting, responding, and idling. */
import type { ClientRequest } from 'node:http';
import { type BackendFailure, timeoutFailure } from './backend-failure.ts';
import { whenConnected } from './connect-backend.ts';

/** Milliseconds. */
export type BackendTimeouts = {
  readonly connect: number;
  /** From the last byte of the request to the head of the response. */
  readonly response: number;
  /** Without a byte in either direction while a body is in transit. */
  readonly idle: number;
};

/** Events of a watched request. */
export type WatchEvents = {
  /** The connection is established. */
  readonly connected: () => void;
  /** A time-out has expired and the request is destroyed. */
  readonly expired: (failure: BackendFailure) => void;
};

/**
 * Watches a new request until the returned function is called, which the caller does when the head of
 * the response arrives or the request is over. `isLong`: the body may take a while to send, which does
 * not count.
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
    request.once('socket', (socket) => whenConnected(socket, begin));
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

/** Destroys a request whose response is idle for `idleMs` milliseconds. */
export function watchSilence(request: ClientRequest, idleMs: number): void {
  const silence = Object.assign(new Error('silent backend'), { code: 'ETIMEDOUT' });
  request.setTimeout(idleMs, () => request.destroy(silence));
}
