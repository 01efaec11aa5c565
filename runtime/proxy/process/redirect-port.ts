/** Redirects plain HTTP to https:// when REDIRECT_PORT is set (RFC 9110 section 15.4.9). */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { canonicalHost } from '../http/canonical-host.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import { type ListenAddress, listen, portOf } from './listen.ts';
import { openFileLimit } from './open-file-limit.ts';
import type { OpenedPort } from './opened-port.ts';

const MAX_HEADER_BYTES = 16_384;
/** Milliseconds between Node's checks for expired requests. With Node's default a time-out is up to 30 s late. */
const CHECK_MS = 1000;
/** The part of the open files that connections to this port may take; clients of PORT need most of them. */
const SHARE = 1 / 8;
const NAMES = { port: 'REDIRECT_PORT', host: 'LISTEN_HOST' };

/** `port` of the result is undefined when REDIRECT_PORT is unset. */
export async function openRedirectPort(settings: ProxySettings): Promise<OpenedPort> {
  const { redirectPort, listenHost, headersTimeout, maxConnections } = settings;
  if (redirectPort === undefined) return { kind: 'Open', port: undefined, close: () => {} };
  const options = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout,
    requestTimeout: headersTimeout,
    connectionsCheckingInterval: CHECK_MS,
  };
  const server = createServer(options, redirect);
  server.maxConnections = maxConnections ?? Math.max(16, Math.floor(openFileLimit() * SHARE));
  server.on('clientError', (_error, socket) => socket.destroy());
  const address: ListenAddress = { port: redirectPort, host: listenHost, names: NAMES };
  const problem = await listen(server, address);
  if (problem !== undefined) return { kind: 'Failed', problem };
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { kind: 'Open', port: portOf(server), close };
}

/** Redirects one request. It does not read request bodies, so every response is the last of its connection. */
function redirect({ headers, url = '' }: IncomingMessage, response: ServerResponse): void {
  const host = canonicalHost(headers.host ?? '');
  if (host === undefined || !/^\/[\x21-\x7e]*$/.test(url)) {
    response.writeHead(400, { 'Content-Type': 'text/plain', Connection: 'close' });
    response.end('Bad Request\n');
    return;
  }
  const location = `https://${host.name}${url}`;
  response.writeHead(308, { Location: location, 'Content-Length': 0, Connection: 'close' }).end();
}
