/** A client's connection as nghttp2 sees it: what arrives is looked at before, what leaves is counted. */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

export type SocketEvents = {
  /** False: nghttp2 shall not read these bytes, nor any after them. */
  readonly received: (chunk: Buffer) => boolean;
  readonly sent: (bytes: number) => void;
};

export function watchedSocket(socket: Socket, { received, sent }: SocketEvents): Duplex {
  const watched = new Duplex({
    allowHalfOpen: true,
    read: () => {
      socket.resume();
    },
    write: (chunk: Buffer, _encoding, done) => {
      sent(chunk.length);
      socket.write(chunk, done);
    },
    writev: (chunks, done) => {
      const bytes = Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer));
      sent(bytes.length);
      socket.write(bytes, done);
    },
    final: (done) => {
      socket.end(done);
    },
    destroy: (error, done) => {
      socket.destroySoon();
      done(error);
    },
  });
  // Whoever reads it learns of its end by its close.
  watched.on('error', () => {});
  socket.on('error', () => watched.destroy());
  socket.on('close', () => watched.destroy());
  socket.on('data', (chunk: Buffer) => {
    if (received(chunk) && !watched.readableEnded && !watched.push(chunk)) socket.pause();
  });
  socket.on('end', () => {
    if (!watched.destroyed) watched.push(null);
  });
  return watched;
}
