/** Opens a listening socket, or says in one line why not. */
import type { Server } from 'node:net';
import { errorCode } from '../backend/backend-failure.ts';
import { messageOf } from '../message-of.ts';

/** Where to listen, and the settings that say so. */
export type Place = {
  readonly port: number;
  /** "": all addresses. */
  readonly host: string;
  readonly names: PlaceNames;
};

type PlaceNames = { readonly port: string; readonly host: string };

export const PUBLIC_PLACE: PlaceNames = { port: 'PORT', host: 'LISTEN_HOST' };
export const ADMIN_PLACE: PlaceNames = { port: 'ADMIN_PORT', host: 'ADMIN_HOST' };

/** Resolves to a problem, naming the setting that is to blame, or to undefined. */
export function listen(server: Server, place: Place): Promise<string | undefined> {
  const { port, host } = place;
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(problemOf(place, error)));
    const listening = (): void => resolve(undefined);
    if (host === '') server.listen(port, listening);
    else server.listen(port, host, listening);
  });
}

function problemOf({ port, host, names }: Place, error: Error): string {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return `${names.port}: port ${port} is in use.`;
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

/** The port in use; differs from the one asked for when that was 0. */
export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
