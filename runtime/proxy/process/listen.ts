/** Opens a listening socket, or says in one line why not. */
import type { Server } from 'node:net';
import { errorCode } from '../backend/backend-failure.ts';
import { messageOf } from '../message-of.ts';

/** `host` "": all addresses. Resolves to a problem, naming `variable`, or to undefined. */
export function listen(
  server: Server,
  port: number,
  host: string,
  variable: string,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    server.once('error', (error) => {
      const used = errorCode(error) === 'EADDRINUSE';
      resolve(`${variable}: ${used ? `port ${port} is in use.` : messageOf(error)}`);
    });
    const listening = (): void => resolve(undefined);
    if (host === '') server.listen(port, listening);
    else server.listen(port, host, listening);
  });
}

/** The port in use; differs from the one asked for when that was 0. */
export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
