/** An upgraded connection: bytes both ways, unread, until one side closes or both are silent. */
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { lowerAscii } from '../../engine/bytes/byte-string.ts';
import type { ResponseHead } from '../../engine/host/compiled-waf.ts';
import { hopByHopNames } from '../http/hop-by-hop.ts';

export type Handshake = {
  /** The client has kept quiet so far, as it must (RFC 6455 section 4.1). */
  readonly isQuiet: () => boolean;
  /** Leaves what comes from now on to others. */
  readonly end: () => void;
};

/** Reads a client that waits for its 101 from now on, to notice when it leaves. `early`: what is here. */
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

/** Writes the 101: the backend's headers, with `Connection` and `Upgrade` of our own making. */
export function writeSwitch(client: Socket, { headers }: ResponseHead, id: string): void {
  const dropped = hopByHopNames(headers);
  const lines = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: websocket'];
  for (const [name, value] of headers) {
    if (!dropped.has(lowerAscii(name))) lines.push(`${name}: ${value}`);
  }
  lines.push(`X-Request-Id: ${id}`, '', '');
  client.write(lines.join('\r\n'), 'latin1');
}

/** `early`: what the backend sent right behind its answer; `idleMs`: silence in both directions. */
export function joinSockets(client: Socket, backend: Duplex, early: Buffer, idleMs: number): void {
  if (early.length > 0) client.write(early);
  client.setTimeout(idleMs, () => client.destroy());
  client.once('close', () => backend.destroy());
  backend.once('close', () => client.destroySoon());
  backend.on('error', () => backend.destroy());
  client.pipe(backend);
  backend.pipe(client);
}
