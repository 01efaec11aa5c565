/** Opens ports that this process serves with Node's HTTP server, within limits of their own: for administration and redirects. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { ProxySettings } from '../settings/read-settings.ts';
import { type ListenAddress, listen, portOf } from './listen.ts';
import { openFileLimit } from './open-file-limit.ts';
import type { OpenedPort } from './opened-port.ts';

const MAX_HEADER_BYTES = 16_384;
/** Milliseconds between Node's checks for expired requests. With Node's default a time-out is up to 30 s late. */
const CHECK_MS = 1000;
/** The part of the open files that connections to one such port may take; clients of PORT need most of them. */
const SHARE = 1 / 8;

/** Opens the port and serves requests with `handle`. */
export async function openHttpPort(
  settings: ProxySettings,
  address: ListenAddress,
  handle: RequestListener,
): Promise<OpenedPort> {
  const server = createLimitedServer(settings, handle);
  const problem = await listen(server, address);
  if (problem !== undefined) return { kind: 'Failed', problem };
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { kind: 'Open', port: portOf(server), close };
}

function createLimitedServer(
  { headersTimeout, maxConnections }: ProxySettings,
  handle: RequestListener,
): Server {
  const options = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout,
    requestTimeout: headersTimeout,
    connectionsCheckingInterval: CHECK_MS,
  };
  const server = createServer(options, handle);
  server.maxConnections = maxConnections ?? Math.max(16, Math.floor(openFileLimit() * SHARE));
  server.on('clientError', (_error, socket) => socket.destroy());
  return server;
}
