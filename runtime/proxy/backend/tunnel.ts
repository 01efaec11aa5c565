/** Joins both sides of an upgraded connection, without inspection, until one closes or both are idle. */
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { lowerAscii } from '#engine/bytes/byte-string.ts';
import type { ResponseHead } from '#engine/host/compiled-waf.ts';
import { hopByHopNames } from '../http/hop-by-hop.ts';

export type Handshake = {
  /** Returns true while the client has sent nothing, as RFC 6455 section 4.1 requires. */
  readonly isQuiet: () => boolean;
  /** Stops watching. */
  readonly end: () => void;
};

/**
 * Watches a client that waits for its 101, and destroys the socket when it disconnects. `early`: bytes received
 * after the head.
 */
export function watchHandshake(client: Socket, early: Buffer): Handshake {
  let quiet = early.length === 0;
  const hear = (): void => {
    quiet = false;
  };
  const leave = (): void => {
    client.destroy();
  };
  client.on('data', hear);
  client.on('end', leave);
  return {
    isQuiet: () => quiet,
    end: () => {
      client.off('data', hear);
      client.off('end', leave);
    },
  };
}

/** Writes the 101 response: the backend's headers, with the proxy's own `Connection` and `Upgrade`. */
export function writeSwitch(client: Socket, { headers }: ResponseHead, id: string): void {
  const dropped = hopByHopNames(headers);
  const lines = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: websocket'];
  for (const [name, value] of headers) {
    if (!dropped.has(lowerAscii(name))) lines.push(`${name}: ${value}`);
  }
  lines.push(`X-Request-Id: ${id}`, '', '');
  client.write(lines.join('\r\n'), 'latin1');
}

/**
 * `early`: bytes that the backend sent directly after its response. `idleMs`: time-out without bytes in either
 * direction.
 */
export function joinSockets(client: Socket, backend: Duplex, early: Buffer, idleMs: number): void {
  if (early.length > 0) client.write(early);
  client.setTimeout(idleMs, () => client.destroy());
  client.once('close', () => backend.destroy());
  backend.once('close', () => client.destroySoon());
  backend.on('error', () => backend.destroy());
  client.pipe(backend);
  backend.pipe(client);
}
