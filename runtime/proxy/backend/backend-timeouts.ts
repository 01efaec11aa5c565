/** Three separate limits on a backend's patience with us: connecting, answering, and going silent. */
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

/**
 * Watches a request that has its socket. Reports a time-out once and destroys the request;
 * `connected` is called as soon as there is a connection.
 */
export function watchTimeouts(
  request: ClientRequest,
  timeouts: BackendTimeouts,
  report: (failure: BackendFailure) => void,
  connected: () => void,
): void {
  let timer: NodeJS.Timeout | undefined;
  let waiting = false;
  const expire = (failure: BackendFailure): void => {
    report(failure);
    request.destroy();
  };
  const arm = (ms: number, step: 'connect' | 'response'): void => {
    clearTimeout(timer);
    timer = setTimeout(() => expire(timeoutFailure(step)), ms);
  };
  const { socket } = request;
  if (socket === null || !socket.connecting) {
    connected();
  } else {
    arm(timeouts.connect, 'connect');
    socket.once('connect', () => {
      clearTimeout(timer);
      connected();
      if (waiting) arm(timeouts.response, 'response');
    });
  }
  request.once('finish', () => {
    waiting = true;
    if (socket === null || !socket.connecting) arm(timeouts.response, 'response');
  });
  request.once('response', () => {
    waiting = false;
    clearTimeout(timer);
  });
  request.once('close', () => clearTimeout(timer));
  request.setTimeout(timeouts.idle, () => {
    if (!waiting) expire(timeoutFailure('response'));
  });
}
