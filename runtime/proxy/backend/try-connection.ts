/**
 * Connects to a backend without sending a request, to find out whether it is reachable and its certificate
 * accepted.
 */
import type { X509Certificate } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import type { Backend } from './backend.ts';
import { type BackendFailure, CLOSED_EARLY, failureOf, timeoutFailure } from './backend-failure.ts';
import { type Connect, whenConnected } from './connect-backend.ts';

export type Connection =
  /** `certificate`: undefined unless the backend speaks TLS. */
  | { readonly kind: 'Connected'; readonly certificate: X509Certificate | undefined }
  | { readonly kind: 'Failed'; readonly failure: BackendFailure };

/** `timeout`: milliseconds for connecting, including the TLS handshake. */
export function tryConnection(connect: Connect, timeout: number): Promise<Connection> {
  return new Promise((resolve) => {
    const socket = connect();
    const end = (connection: Connection): void => {
      clearTimeout(timer);
      resolve(connection);
      socket.destroy();
    };
    const fail = (failure: BackendFailure): void => end({ kind: 'Failed', failure });
    const timer = setTimeout(() => fail(timeoutFailure('connect')), timeout);
    socket.on('error', (error) => fail(failureOf(error)));
    socket.once('close', () => fail(CLOSED_EARLY));
    whenConnected(socket, () => {
      const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
      end({ kind: 'Connected', certificate });
    });
  });
}

/** Reports a backend whose certificate is not accepted; does not report an unreachable one. */
export async function reportCertificate(
  { address, connect, label }: Backend,
  timeout: number,
  report: (line: string) => void,
): Promise<void> {
  if (!('tls' in address)) return;
  const connection = await tryConnection(connect, timeout);
  if (connection.kind === 'Failed' && connection.failure.kind === 'tls')
    report(`${label}: ${connection.failure.text}`);
}
