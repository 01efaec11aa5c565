/**
 * Creates the server for the decision service. Connections stay open as long as the querying proxy (the front)
 * keeps them.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Gateway } from '../exchange/gateway.ts';
import { inOrder, probeSilence, watchConnection } from '../http/connections.ts';
import { RecordedResponse } from '../http/recorded-response.ts';
import { createOpenConnections, type OpenConnections } from '../open-connections.ts';
import type { ProxyServer } from '../server.ts';
import { serveDecision } from './serve-decision.ts';
import { serveMalformedQuery } from './serve-malformed-query.ts';

/** The limit for clients, doubled: a front adds its own headers and a second copy of the target. */
const MAX_HEADER_BYTES = 32_768;
const CHECK_MS = 1000;

/** Creates a server that does not listen: connections are passed to it. */
export function createDecisionServer(gateway: Gateway, openFileLimit: number): ProxyServer {
  const most = gateway.settings.maxConnections ?? Math.max(16, Math.floor(openFileLimit / 3));
  const connections = createOpenConnections(most, gateway.warn);
  const server = createHttpServer(gateway, connections);
  server.emit('listening');
  return {
    accept: (socket) => {
      if (!connections.add(socket)) return;
      socket.allowHalfOpen = true;
      socket.setNoDelay(true);
      probeSilence(socket);
      server.emit('connection', socket);
    },
    drain: (timeoutMs) => connections.drain(server, timeoutMs),
  };
}

function createHttpServer(gateway: Gateway, connections: OpenConnections): Server {
  const { settings } = gateway;
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    insecureHTTPParser: false,
    ServerResponse: RecordedResponse,
    requireHostHeader: false,
    headersTimeout: Math.min(settings.headersTimeout, settings.requestTimeout),
    requestTimeout: settings.requestTimeout,
    keepAliveTimeout: 0,
    connectionsCheckingInterval: CHECK_MS,
  });
  // Node 20 silently drops headers above its limit, so it is off; the protocol checks limit the number.
  server.maxHeadersCount = 0;
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    if (connections.isDraining()) response.shouldKeepAlive = false;
    inOrder(request, response, () => serveDecision(gateway, request, response));
  };
  // Without listeners for `upgrade`, Node passes a handshake as an ordinary request; a CONNECT ends its connection.
  server.on('connection', (socket) => watchConnection(socket, false));
  server.on('request', handle);
  server.on('checkContinue', handle);
  server.on('checkExpectation', handle);
  server.on('clientError', (error, socket) => {
    if (socket instanceof Socket) serveMalformedQuery(gateway, socket, error);
    else socket.destroy();
  });
  return server;
}
