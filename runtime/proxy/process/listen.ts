/** Opens a listening socket. */
import type { Server } from 'node:net';
import { errorCode } from '../error-code.ts';
import { messageOf } from '../message-of.ts';
import type { ProxySettings } from '../settings/read-settings.ts';

/** The address to listen on, and the names of its settings. */
export type ListenAddress = {
  readonly port: number;
  /** "" means all addresses. */
  readonly host: string;
  readonly names: AddressSettings;
};

type AddressSettings = { readonly port: string; readonly host: string };

const PUBLIC_ADDRESS: AddressSettings = { port: 'PORT', host: 'LISTEN_HOST' };
export const ADMIN_ADDRESS: AddressSettings = { port: 'ADMIN_PORT', host: 'ADMIN_HOST' };

export function publicAddress({ port, listenHost: host }: ProxySettings): ListenAddress {
  return { port, host, names: PUBLIC_ADDRESS };
}

/**
 * Most connections that wait to be accepted; the system's own limit may be lower (net.core.somaxconn). With Node's 511,
 * clients that come at the same time wait a second or more, until they try to connect again.
 */
const BACKLOG = 4096;

/** Starts listening. Resolves to undefined, or to one line that names the setting and the problem. */
export function listen(server: Server, address: ListenAddress): Promise<string | undefined> {
  const { port, host } = address;
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(problemOf(address, error)));
    const listening = (): void => resolve(undefined);
    if (host === '') server.listen({ port, backlog: BACKLOG }, listening);
    else server.listen({ port, host, backlog: BACKLOG }, listening);
  });
}

function problemOf({ port, host, names }: ListenAddress, error: Error): string {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return `${names.port}: port ${port} is in use. Set ${names.port} to a free one.`;
    case 'EACCES':
      return `${names.port}: port ${port} may not be opened by this user.`;
    case 'EADDRNOTAVAIL':
      return `${names.host}: ${host} is not an address of this machine.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${names.host}: "${host}" is neither an address nor the name of one.`;
    default:
      return `${host === '' ? names.port : names.host}: ${messageOf(error)}`;
  }
}

/** Returns the port in use, which differs from the configured one when that is 0. */
export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
