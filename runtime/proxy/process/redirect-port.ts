/** Redirects plain HTTP to https:// when REDIRECT_PORT is set (RFC 9110 section 15.4.9). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { canonicalHost } from '../http/canonical-host.ts';
import type { ProxySettings } from '../settings/read-settings.ts';
import { openHttpPort } from './http-port.ts';
import type { OpenedPort } from './opened-port.ts';

const NAMES = { port: 'REDIRECT_PORT', host: 'LISTEN_HOST' };

/** `port` of the result is undefined when REDIRECT_PORT is unset. */
export async function openRedirectPort(settings: ProxySettings): Promise<OpenedPort> {
  const { redirectPort, listenHost } = settings;
  if (redirectPort === undefined) return { kind: 'Open', port: undefined, close: () => {} };
  const address = { port: redirectPort, host: listenHost, names: NAMES };
  return openHttpPort(settings, address, redirect);
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
