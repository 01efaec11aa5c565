/** Opens connections to backends over TCP, TLS and Unix domain sockets. */
import { isIP, type LookupFunction, Socket } from 'node:net';
import { connect as connectTls, type SecureContext, TLSSocket } from 'node:tls';
import type { BackendAddress, HostAddress } from '../settings/backend-address.ts';
import type { BackendTls } from './backend-tls.ts';
import { surviveReset } from './survive-reset.ts';

/** Returns a connection before it is established. */
export type Connect = () => Socket;

export type Connector = (address: BackendAddress) => Connect;

/** Milliseconds until the first TCP keep-alive probe of an idle connection. */
const PROBE_MS = 1000;

/** `lookup`: resolves names; undefined for Node's own lookup, which queries the system for every connection. */
export function createConnector(tls: BackendTls, lookup: LookupFunction | undefined): Connector {
  return (address) => {
    if ('path' in address) return () => surviveReset(new Socket()).connect(address.path);
    if (address.tls !== undefined) return connectSecurely(address, tls, lookup);
    const { host, port } = address;
    return () => tuned(surviveReset(new Socket())).connect({ host, port, lookup });
  };
}

/**
 * Opens a TLS connection. Node writes nothing before the certificate is verified (test/proxy/backends-tls.test.ts).
 * A session is resumed as long as the secure context is the same.
 */
function connectSecurely(
  address: HostAddress,
  tls: BackendTls,
  lookup: LookupFunction | undefined,
): Connect {
  const { host, port } = address;
  const servername = address.tls?.serverName ?? (isIP(host) === 0 ? host : undefined);
  let last: { readonly context: SecureContext; readonly session: Buffer } | undefined;
  return () => {
    const secureContext = tls.context();
    const session = last?.context === secureContext ? last.session : undefined;
    const socket = connectTls({
      host,
      port,
      lookup,
      secureContext,
      session,
      servername,
      ALPNProtocols: ['http/1.1'],
    });
    socket.on('session', (next: Buffer) => {
      if (socket.authorized) last = { context: secureContext, session: next };
    });
    return tuned(surviveReset(socket));
  };
}

function tuned<Connection extends Socket>(socket: Connection): Connection {
  socket.setNoDelay(true);
  socket.setKeepAlive(true, PROBE_MS);
  return socket;
}

/** Calls `ready` when a new connection may be written to. For TLS that is when the certificate has been verified. */
export function whenConnected(socket: Socket, ready: () => void): void {
  if (socket instanceof TLSSocket) socket.once('secureConnect', ready);
  else if (socket.connecting) socket.once('connect', ready);
  else ready();
}
