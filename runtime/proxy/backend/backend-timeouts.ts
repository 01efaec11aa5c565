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

/**
 * Watches a request that has its socket. Reports a time-out once and destroys the request;
 * `connected` is called as soon as there is a connection. Returns what ends the watch for an
 * answer that is not a `response`: a switch of protocols.
 */
export function watchTimeouts(
  request: ClientRequest,
  timeouts: BackendTimeouts,
  report: (failure: BackendFailure) => void,
  connected: () => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let sent = false;
  let answered = false;
  const expire = (step: 'connect' | 'response'): void => {
    report(timeoutFailure(step));
    request.destroy();
  };
  const arm = (ms: number, step: 'connect' | 'response'): void => {
    clearTimeout(timer);
    timer = setTimeout(() => expire(step), ms);
  };
  const { socket } = request;
  const awaitAnswer = (): void => {
    if (sent && !answered && socket?.connecting !== true) arm(timeouts.response, 'response');
  };
  if (socket?.connecting === true) {
    arm(timeouts.connect, 'connect');
    socket.once('connect', () => {
      clearTimeout(timer);
      connected();
      awaitAnswer();
    });
  } else {
    connected();
  }
  request.once('finish', () => {
    sent = true;
    awaitAnswer();
  });
  const stop = (): void => {
    answered = true;
    clearTimeout(timer);
  };
  request.once('response', stop);
  request.once('close', stop);
  request.setTimeout(timeouts.idle, () => {
    if (answered || !sent) expire('response');
  });
  return stop;
}
