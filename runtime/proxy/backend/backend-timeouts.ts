/** Applies the three time-outs for a backend: connecting, responding, and idling. */
import type { ClientRequest, IncomingMessage } from 'node:http';
import { type BackendFailure, timeoutFailure } from './backend-failure.ts';
import { whenConnected } from './connect-backend.ts';

/** Time-outs in milliseconds. */
export type BackendTimeouts = {
  readonly connect: number;
  /** From the last byte of the request to the head of the response. */
  readonly response: number;
  /** Most time without a byte in either direction while a body is in transit. */
  readonly idle: number;
};

/** Events of a watched request. */
export type WatchEvents = {
  /** Called when the connection is established. */
  readonly connected: () => void;
  /** Called when a time-out has expired; the request is then destroyed. */
  readonly expired: (failure: BackendFailure) => void;
};

/**
 * Watches a new request until the returned function is called: when the head of the response arrives or the request
 * is over. `isLong`: sending the body may take a while, so `response` begins after it and `idle` applies meanwhile.
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
      expired(timeoutFailure('response'));
      request.destroy();
    });
    request.once('finish', () => {
      // Node emits only the first time-out of a request, so this one must not expire while the backend works on the response.
      if (!done) request.setTimeout(0);
      awaitResponse();
    });
  }
  return () => {
    done = true;
    clearTimeout(timer);
  };
}

/** Destroys a request whose response is idle for `idleMs` milliseconds, unless the proxy has paused the response. */
export function watchSilence(
  request: ClientRequest,
  backendResponse: IncomingMessage,
  idleMs: number,
): void {
  const silence = Object.assign(new Error('silent backend'), { code: 'ETIMEDOUT' });
  const isPaused = backendResponse.isPaused();
  request.setTimeout(isPaused ? 0 : idleMs, () => request.destroy(silence));
}
