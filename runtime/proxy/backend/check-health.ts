/** Sends one health check request to a backend. */
import { request as httpRequest } from 'node:http';
import { type BackendFailure, CLOSED_EARLY, failureOf } from './backend-failure.ts';
import type { Connect } from './connect-backend.ts';

export type HealthRequest = {
  readonly path: string;
  /** The Host header. */
  readonly host: string;
  /** Most milliseconds for the whole check, connecting included. */
  readonly timeout: number;
};

export type HealthResult =
  | { readonly kind: 'Responded'; readonly status: number }
  | { readonly kind: 'Failed'; readonly failure: BackendFailure };

const USER_AGENT = 'portcullis-health-check';

/** Resolves when the head of the response has arrived; the body is not read. */
export function checkHealth(connect: Connect, healthRequest: HealthRequest): Promise<HealthResult> {
  const { path, host, timeout } = healthRequest;
  return new Promise((resolve) => {
    const request = httpRequest({
      createConnection: connect,
      path,
      headers: { Host: host, 'User-Agent': USER_AGENT, Connection: 'close' },
    });
    const end = (result: HealthResult): void => {
      clearTimeout(timer);
      resolve(result);
      request.destroy();
    };
    const fail = (failure: BackendFailure): void => end({ kind: 'Failed', failure });
    const late: BackendFailure = { kind: 'timeout', text: `no response in ${timeout / 1000} s` };
    const timer = setTimeout(() => fail(late), timeout);
    request.once('response', ({ statusCode = 0 }) =>
      end({ kind: 'Responded', status: statusCode }),
    );
    request.on('upgrade', (_response, socket) => socket.destroy());
    request.on('error', (error) => fail(failureOf(error)));
    request.once('close', () => fail(CLOSED_EARLY));
    request.end();
  });
}

/** Returns true for 2xx and 3xx, as HAProxy does. */
export function isHealthyStatus(status: number): boolean {
  return status >= 200 && status < 400;
}
