/** A client's connection as nghttp2 sees it: what arrives and what leaves is looked at before. */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { lingeringClose } from '../http/send-response.ts';

export type SocketEvents = {
  /** False: nghttp2 shall not read these bytes, nor any after them. */
  readonly received: (chunk: Buffer) => boolean;
  readonly sent: (bytes: Buffer) => void;
};

export function watchedSocket(socket: Socket, { received, sent }: SocketEvents): Duplex {
  /** Nothing waits here that the socket can take: what waits is lost when the session ends. */
  const write = (bytes: Buffer, done: () => void): void => {
    sent(bytes);
    if (socket.write(bytes)) done();
    else socket.once('drain', done);
  };
  const watched = new Duplex({
    allowHalfOpen: true,
    read: () => {
      socket.resume();
    },
    write: (chunk: Buffer, _encoding, done) => {
      write(chunk, done);
    },
    writev: (chunks, done) => {
      write(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)), done);
    },
    final: (done) => {
      socket.end(done);
    },
    destroy: (error, done) => {
      lingeringClose(socket);
      done(error);
    },
  });
  // Whoever reads it learns of its end by its close.
  watched.on('error', () => {});
  socket.on('error', () => watched.destroy());
  socket.on('close', () => watched.destroy());
  socket.on('data', (chunk: Buffer) => {
    if (received(chunk) && !watched.destroyed && !watched.push(chunk)) socket.pause();
  });
  socket.on('end', () => {
    if (!watched.destroyed) watched.push(null);
  });
  return watched;
}
