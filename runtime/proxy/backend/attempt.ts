/** One attempt at one backend: the only file that knows http-proxy. */
import type {
  Agent,
  ClientRequest,
  IncomingHttpHeaders,
  IncomingMessage,
  ServerResponse,
} from 'node:http';
import type { Readable } from 'node:stream';
import httpProxy from 'http-proxy';
import type { BackendAddress } from '../settings/backend-map.ts';
import { type BackendFailure, BODY_LOST, CLOSED_EARLY, failureOf } from './backend-failure.ts';
import { type BackendTimeouts, watchTimeouts } from './backend-timeouts.ts';
import type { FailedAttempt } from './candidates.ts';

export type BackendRequest = {
  /** Byte for byte. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Made anew for each attempt. */
  readonly body: () => Readable;
};

export type Answered = {
  readonly kind: 'answered';
  readonly answer: IncomingMessage;
  readonly request: ClientRequest;
};

export type Attempt =
  | Answered
  /** `reused`: the connection had served another request before: it may have died while it was idle. */
  | (FailedAttempt & { readonly reused: boolean });

/** The client's side of an exchange; when it goes away the attempt is destroyed. */
export type ClientSide = { readonly request: IncomingMessage; readonly response: ServerResponse };

/**
 * Sends a whole request and waits for the head of the answer.
 *
 * The wrapper of design/security.md 3.2. http-proxy would rewrite a real URL, so it gets "/" and
 * takes it as it is (`toProxy`); the real target is set before anything is sent. Its handling of
 * answers is off, so that none of its defaults reaches the client.
 */
export function attempt(
  { request: client, response }: ClientSide,
  to: BackendRequest,
  { host, port }: BackendAddress,
  agent: Agent,
  timeouts: BackendTimeouts,
): Promise<Attempt> {
  return new Promise((resolve) => {
    const proxy = httpProxy.createProxyServer();
    let request: ClientRequest | undefined;
    let connected = false;
    const fail = (failure: BackendFailure): void => {
      resolve({ kind: 'failed', failure, connected, reused: request?.reusedSocket ?? false });
    };
    proxy.on('proxyReq', (proxyRequest) => {
      request = proxyRequest;
      proxyRequest.path = to.target;
      watchTimeouts(proxyRequest, timeouts, fail, () => {
        connected = true;
      });
      proxyRequest.once('close', () => fail(CLOSED_EARLY));
      if (response.destroyed) proxyRequest.destroy();
      response.once('close', () => {
        if (!response.writableFinished || !proxyRequest.writableFinished) proxyRequest.destroy();
      });
    });
    proxy.on('proxyRes', (answer) => {
      if (request !== undefined) resolve({ kind: 'answered', answer, request });
    });
    proxy.on('econnreset', () => fail(CLOSED_EARLY));
    const buffer = to.body();
    buffer.once('error', () => {
      fail(BODY_LOST);
      request?.destroy();
    });
    client.url = '/';
    client.headers = to.headers;
    const target = { protocol: 'http:', host, port };
    const options = { target, agent, buffer, toProxy: true, selfHandleResponse: true };
    try {
      proxy.web(client, response, options, (error) => fail(failureOf(error)));
    } catch (error) {
      fail(failureOf(error));
    }
  });
}
