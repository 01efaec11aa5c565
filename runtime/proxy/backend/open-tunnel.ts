/** Opens a WebSocket connection to a backend. It does not use http-proxy, which loses sockets on errors. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Responded } from './attempt.ts';
import { CLOSED_EARLY, failureOf } from './backend-failure.ts';
import { type BackendTimeouts, watchTimeouts } from './backend-timeouts.ts';
import type { FailedAttempt } from './candidates.ts';
import { responseProblem, switchProblem } from './check-response.ts';
import type { Connect } from './connect-backend.ts';
import { watchEnd } from './watch-end.ts';

export type TunnelAttempt =
  | {
      readonly kind: 'Upgraded';
      readonly backendResponse: IncomingMessage;
      readonly socket: Duplex;
      /** Bytes that arrived directly after the response. */
      readonly early: Buffer;
    }
  /** The backend declined with an ordinary response. */
  | Responded
  | FailedAttempt;

/** `headers`: names and values in turn of those to forward, without the headers of the handshake. Closing `client` aborts the attempt. */
export function openTunnel(
  client: Socket,
  target: string,
  headers: readonly string[],
  connect: Connect,
  timeouts: BackendTimeouts,
): Promise<TunnelAttempt> {
  return new Promise((resolve) => {
    let connected = false;
    const request = httpRequest({
      createConnection: connect,
      path: target,
      method: 'GET',
      headers: { ...byName(headers), Connection: 'Upgrade', Upgrade: 'websocket' },
    });
    request.maxHeadersCount = 0;
    const leave = (): void => {
      request.destroy();
    };
    client.once('close', leave);
    const fail = (failure: FailedAttempt['failure']): void =>
      resolve({ kind: 'Failed', failure, connected, repeatable: false });
    const stopWatch = watchTimeouts(request, timeouts, false, {
      connected: () => {
        connected = true;
      },
      expired: fail,
    });
    request.once('upgrade', (backendResponse, socket, early) => {
      stopWatch();
      const problem = switchProblem(backendResponse);
      if (problem === undefined) {
        resolve({ kind: 'Upgraded', backendResponse, socket, early });
        return;
      }
      fail(problem);
      socket.destroy();
    });
    request.once('response', (backendResponse) => {
      stopWatch();
      watchEnd(request, backendResponse);
      const problem = responseProblem(backendResponse);
      if (problem === undefined) {
        // Node keeps the connection open because of the Connection header, although no agent could use it again.
        request.shouldKeepAlive = false;
        resolve({ kind: 'Responded', backendResponse, request });
        return;
      }
      fail(problem);
      request.destroy();
    });
    request.on('error', (error) => fail(failureOf(error)));
    request.once('close', () => {
      stopWatch();
      // Other attempts for the same client may follow.
      client.off('close', leave);
      fail(CLOSED_EARLY);
    });
    request.end();
  });
}

/** Returns the values of each name. Equal names are spelled equally. */
function byName(headers: readonly string[]): Record<string, string[]> {
  const values = new Map<string, string[]>();
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const [name = '', value = ''] = headers.slice(index, index + 2);
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return Object.fromEntries(values);
}
