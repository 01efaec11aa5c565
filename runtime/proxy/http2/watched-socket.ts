/** Wraps a client's connection for nghttp2, so that received and sent bytes can be examined first. */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { lingeringClose } from '../http/send-response.ts';

export type SocketEvents = {
  /** Returns false when nghttp2 must not read these or any later bytes. */
  readonly received: (chunk: Buffer) => boolean;
  readonly sent: (bytes: Buffer) => void;
};

export function watchedSocket(socket: Socket, { received, sent }: SocketEvents): Duplex {
  /** Writes to the socket directly, without a queue: queued bytes would be lost when the session ends. */
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
  // `close` follows and reports the end to readers.
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
