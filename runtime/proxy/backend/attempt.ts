/** Sends a request to one backend, once. This is the only file that uses http-proxy. */
import { type Agent, ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Stream } from 'node:stream';
import httpProxy from 'http-proxy';
import type { StoredBody } from '../body/stored-body.ts';
import type { ClientSide } from '../http/client-side.ts';
import {
  type BackendFailure,
  BODY_LOST,
  CLOSED_EARLY,
  failureOf,
  malformed,
} from './backend-failure.ts';
import { type BackendTimeouts, watchTimeouts } from './backend-timeouts.ts';
import { responseProblem } from './check-response.ts';
import { watchEnd } from './watch-end.ts';

export type BackendRequest = {
  /** The request target, byte for byte. */
  readonly target: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: StoredBody;
};

export type Responded = {
  readonly kind: 'Responded';
  readonly backendResponse: IncomingMessage;
  readonly request: ClientRequest;
};

export type Attempt =
  | Responded
  | {
      readonly kind: 'Failed';
      readonly failure: BackendFailure;
      /** False when no connection was established, so that the backend cannot have received the request. */
      readonly connected: boolean;
      /** True when the connection had served another request: it may have been closed while it was idle. */
      readonly reused: boolean;
      /** True when at least one byte of a response arrived. */
      readonly answered: boolean;
    };

/** `toProxy` sends the target "/" unchanged; `selfHandleResponse` keeps http-proxy from writing to the client. */
const proxy = httpProxy.createProxyServer({ toProxy: true, selfHandleResponse: true });

/**
 * Takes the place of the client's request, so that http-proxy cannot touch that or its connection. One serves all
 * requests, because http-proxy reads it before `web` returns. Its headers are those without which http-proxy and Node
 * would add their own; they are not sent (`storeHead`).
 */
class StandIn extends IncomingMessage {
  override readonly url = '/';
  override readonly headers = { host: 'backend', 'content-length': '0' };

  constructor() {
    super(new Socket());
  }

  /** http-proxy listens for the end of the client, which `send` handles itself. */
  override on(): this {
    return this;
  }
}

const STAND_IN = new StandIn();
/** Takes the place of the client's response. It has ended, so that http-proxy does not wait for the backend's end. */
const NO_RESPONSE = new ServerResponse(STAND_IN).end();

/** A dummy target. The agent determines the backend and connects to no other. */
const AGENT = { protocol: 'http:', host: 'backend', port: 80 };

/**
 * Sends a whole request and waits for the head of the response. When the client disconnects, the attempt is
 * destroyed.
 *
 * http-proxy would rewrite a real URL, so it gets "/"; `Sender` sets the real target before anything is sent
 * (docs/spec/http.md#forwarding).
 */
export function attempt(
  { request: client, response }: ClientSide,
  to: BackendRequest,
  agent: Agent,
  timeouts: BackendTimeouts,
): Promise<Attempt> {
  return new Promise((resolve) => {
    const state = { connected: false, reused: false };
    let hasAnswered = (): boolean => false;
    const fail = (failure: BackendFailure): void => {
      resolve({ kind: 'Failed', failure, ...state, answered: hasAnswered() });
    };
    const send = (request: ClientRequest): void => {
      state.reused = request.reusedSocket;
      request.maxHeadersCount = 0;
      request.once('socket', (socket) => {
        const { bytesRead } = socket;
        hasAnswered = () => socket.bytesRead > bytesRead;
      });
      const connected = (): void => {
        state.connected = true;
      };
      const stopWatch = watchTimeouts(request, timeouts, to.body.isLarge, {
        connected,
        expired: fail,
      });
      const reject = (problem: BackendFailure): void => {
        fail(problem);
        request.destroy();
      };
      request.on('response', (backendResponse) => {
        stopWatch();
        watchEnd(request, backendResponse);
        const problem = responseProblem(backendResponse);
        if (problem === undefined) resolve({ kind: 'Responded', backendResponse, request });
        else reject(problem);
      });
      request.on('upgrade', (_response, socket) => {
        reject(malformed('unexpected 101'));
        socket.destroy();
      });
      request.on('error', (error) => fail(failureOf(error)));
      const leave = (): void => {
        if (!response.writableFinished || !request.writableFinished) request.destroy();
      };
      response.on('close', leave);
      request.on('close', () => {
        stopWatch();
        // Other attempts for the same client may follow.
        response.off('close', leave);
        fail(CLOSED_EARLY);
      });
      try {
        storeHead(request, to);
      } catch (error) {
        reject(failureOf(error));
        return;
      }
      to.body.sendTo(request, () => {
        fail(BODY_LOST);
        request.destroy();
      });
    };
    STAND_IN.method = client.method;
    try {
      proxy.web(STAND_IN, NO_RESPONSE, { target: AGENT, agent, buffer: new Sender(send) }, ignore);
    } catch (error) {
      fail(failureOf(error));
    }
  });
}

/** The internal method of Node's OutgoingMessage with which a request makes its head. `headers`: names and values in turn. */
type HeadKeeper = {
  readonly _storeHeader: (firstLine: string, headers: readonly string[]) => void;
};

/**
 * Makes the head of a request from the target's own bytes and the headers as they are. As an object http-proxy would copy
 * the headers, and Node look up each name three times, which takes a tenth of the cost of forwarding. Throws when a header
 * has bytes that no request may contain.
 */
function storeHead(request: ClientRequest, { target, headers }: BackendRequest): void {
  request.path = target;
  const firstLine = `${request.method} ${target} HTTP/1.1\r\n`;
  (request as unknown as HeadKeeper)._storeHeader(firstLine, headers);
}

/** Listens to errors and does nothing: `send` handles every failure itself. */
function ignore(): void {}

/**
 * The stream that http-proxy pipes as the request body. `pipe` gets the request before it has a connection; unlike the
 * events of http-proxy, this works with any headers (docs/spec/http.md#forwarding).
 */
class Sender extends Stream {
  readonly #send: (request: ClientRequest) => void;

  constructor(send: (request: ClientRequest) => void) {
    super();
    this.#send = send;
  }

  override pipe<Destination extends NodeJS.WritableStream>(destination: Destination): Destination {
    if (destination instanceof ClientRequest) this.#send(destination);
    return destination;
  }
}
