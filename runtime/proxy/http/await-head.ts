/**
 * Waits for the rest of a refused message's head: the parser refuses at the first wrong byte, before the rest has
 * arrived.
 */
import type { Socket } from 'node:net';
import type { Connection } from './connections.ts';

const PATIENCE_MS = 1000;

/** Resolves when the head is complete, the client has ended, or a second has passed. */
export function awaitHead(socket: Socket, connection: Connection): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      socket.off('data', check);
      socket.off('end', finish);
      socket.off('close', finish);
      resolve();
    };
    const check = (): void => {
      if (socket.readableEnded || hasHead(connection)) finish();
    };
    const timer = setTimeout(finish, PATIENCE_MS);
    socket.on('data', check);
    socket.on('end', finish);
    socket.on('close', finish);
    check();
  });
}

function hasHead({ recorded = [] }: Connection): boolean {
  const bytes = Buffer.concat(recorded);
  return bytes.includes('\r\n\r\n') || bytes.includes('\n\n');
}
