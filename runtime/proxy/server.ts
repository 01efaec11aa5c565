/** Creates the server for clients: Node's HTTP server with the limits of docs/spec/http.md#limits. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { Gateway } from './exchange/gateway.ts';
import { serve } from './exchange/serve.ts';
import { serveMalformed } from './exchange/serve-malformed.ts';
import { serveUpgrade } from './exchange/serve-upgrade.ts';
import { clientMessage, peerOf } from './http/client-message.ts';
import { closeIdle, connectionOf, inOrder, watchConnection } from './http/connections.ts';
import { RecordedResponse } from './http/recorded-response.ts';
import { losesBytes, OfferedRequest } from './http/upgrade-offer.ts';
import { createPrefaceDetector } from './http2/detect-preface.ts';
import type { Http2Endpoint } from './http2/endpoint.ts';
import { createOpenConnections, type OpenConnections } from './open-connections.ts';
import type { TlsEndpoint } from './tls/tls-endpoint.ts';

const MAX_HEADER_BYTES = 16_384;
const MAX_REQUESTS_PER_CONNECTION = 1000;
/** Milliseconds between Node's checks for expired requests. With Node's default a time-out is up to 30 s late. */
const CHECK_MS = 1000;

export type ProxyServer = {
  /** Serves a connection of which nothing has been read. */
  readonly accept: (socket: Socket) => void;
  /** Resolves when every connection is closed: after its exchange in progress, or after `timeoutMs` milliseconds. */
  readonly drain: (timeoutMs: number) => Promise<void>;
};

/**
 * Creates a server that does not listen: connections are passed to it. `tls`: undefined for plain HTTP. `http2`:
 * undefined for HTTP/1 only.
 */
export function createProxyServer(
  gateway: Gateway,
  openFileLimit: number,
  tls: TlsEndpoint | undefined,
  http2: Http2Endpoint | undefined,
): ProxyServer {
  const { maxConnections } = gateway.settings;
  const most = maxConnections ?? Math.max(16, Math.floor(openFileLimit / 3));
  const connections = createOpenConnections(most, gateway.warn);
  const server = createHttpServer(gateway, connections);
  // Starts the checks for expired requests, which Node starts when the server listens.
  server.emit('listening');
  const acceptHttp1 = (socket: Socket): void => {
    server.emit('connection', socket);
  };
  tls?.serveWith((socket) => {
    if (http2 === undefined || socket.alpnProtocol !== 'h2') acceptHttp1(socket);
    else http2.accept(socket);
  });
  const detector = createPrefaceDetector(gateway.settings.headersTimeout);
  const unfinished = (socket: Socket, received: Buffer, code: string): void => {
    watchConnection(socket, recordsHeads(gateway), [received]);
    serveMalformed(gateway, socket, Object.assign(new Error(code), { code, rawPacket: received }));
  };
  return {
    accept: (socket) => {
      if (!connections.add(socket)) return;
      // As http.Server does for its own connections: a message that the client's end cuts short gets a reply.
      socket.allowHalfOpen = true;
      socket.setNoDelay(true);
      if (tls !== undefined) tls.accept(socket);
      else if (http2 === undefined) acceptHttp1(socket);
      else {
        // A connection that was reset has no addresses any more.
        peerOf(socket);
        detector.accept(socket, { http1: acceptHttp1, http2: http2.accept, unfinished });
      }
    },
    drain: (timeoutMs) => {
      detector.drain();
      http2?.drain();
      return connections.drain(server, timeoutMs);
    },
  };
}

/** Returns whether bytes of heads are recorded: without rules nothing reads them. */
function recordsHeads({ settings }: Gateway): boolean {
  return settings.engineMode !== 'off';
}

function createHttpServer(gateway: Gateway, connections: OpenConnections): Server {
  const { settings } = gateway;
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    insecureHTTPParser: false,
    IncomingMessage: OfferedRequest,
    ServerResponse: RecordedResponse,
    // The protocol checks refuse a missing Host, so that the refusal is logged like any other.
    requireHostHeader: false,
    headersTimeout: Math.min(settings.headersTimeout, settings.requestTimeout),
    requestTimeout: settings.requestTimeout,
    keepAliveTimeout: settings.keepAliveTimeout,
    connectionsCheckingInterval: CHECK_MS,
  });
  // Node 20 silently drops headers above this number, including framing headers (CVE-2026-58044), so the limit is
  // off. The protocol checks limit their number.
  server.maxHeadersCount = 0;
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION;
  server.setTimeout(settings.clientIdleTimeout, closeIdle);
  const hsts = `max-age=${settings.hstsMaxAge}`;
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    if (settings.hstsMaxAge > 0 && request.socket instanceof TLSSocket)
      response.setHeader('Strict-Transport-Security', hsts);
    const isLast = connections.isDraining() || losesBytes(request, connectionOf(request.socket));
    if (isLast) response.shouldKeepAlive = false;
    // Node takes `TE: chunked` as proof that a client supports chunks, whatever its version.
    if (request.httpVersion === '1.0') response.useChunkedEncodingByDefault = false;
    inOrder(request, response, () => serve(gateway, clientMessage(request), { request, response }));
  };
  server.on('connection', (socket) => {
    // A connection that was reset has no addresses any more.
    peerOf(socket);
    watchConnection(socket, recordsHeads(gateway));
  });
  server.on('request', handle);
  server.on('checkContinue', handle);
  server.on('checkExpectation', handle);
  const handleUpgrade = (request: IncomingMessage, socket: Duplex, early: Buffer): void => {
    if (socket instanceof Socket) serveUpgrade(gateway, request, socket, early);
    else socket.destroy();
  };
  server.on('upgrade', handleUpgrade);
  server.on('connect', handleUpgrade);
  server.on('clientError', (error, socket) => {
    if (socket instanceof Socket) serveMalformed(gateway, socket, error);
    else socket.destroy();
  });
  return server;
}
