/** A backend's answer of many megabytes, sent as fast as it is taken, and a client that counts it. */
import { connect, type Socket } from 'node:net';
import type { Responder } from './backend.ts';
import { rawRequest } from './raw-client.ts';

const PIECE = Buffer.alloc(262_144, 'x');

export type LargeAnswer = {
  readonly respond: Responder;
  /** Bytes of the body that the backend has handed to its socket. */
  readonly sent: () => number;
};

/** `size` bytes, a multiple of 262,144. */
export function largeAnswer(size: number): LargeAnswer {
  let sent = 0;
  const send = (socket: Socket): void => {
    while (sent < size) {
      sent += PIECE.length;
      if (socket.write(PIECE)) continue;
      socket.once('drain', () => send(socket));
      return;
    }
  };
  return {
    sent: () => sent,
    respond: (_request, socket) => {
      sent = 0;
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`);
      send(socket);
    },
  };
}

export type Download = {
  readonly socket: Socket;
  /** Bytes received, head included. */
  readonly received: () => number;
  /** Resolves with the first bytes. */
  readonly begun: Promise<void>;
  /** Resolves when the connection has closed. */
  readonly ended: Promise<void>;
};

export function download(port: number): Download {
  let received = 0;
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(rawRequest('/large', ['User-Agent: x', 'Accept: */*', 'Connection: close']));
  });
  const begun = new Promise<void>((resolve) => socket.once('data', () => resolve()));
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('data', (chunk) => {
    received += chunk.length;
  });
  return { socket, received: () => received, begun, ended };
}
