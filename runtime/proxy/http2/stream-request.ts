/** Adapts a stream of HTTP/2 to the request that an exchange reads. */
import type { ServerHttp2Stream } from 'node:http2';
import { Readable } from 'node:stream';
import type { ClientMessage } from '../http/client-message.ts';
import type { ClientConnection, RequestStream } from '../http/client-side.ts';
import { breakOff } from './break-off.ts';

/** `sent` returns the bytes of the response that were sent. */
export function streamRequest(
  stream: ServerHttp2Stream,
  { method, endsWithHead }: ClientMessage,
  sent: () => number,
): RequestStream {
  let isComplete = endsWithHead === true;
  const body = new Readable({
    read: () => {
      stream.resume();
    },
    destroy: (error, done) => {
      // Bytes that still arrive are discarded.
      stream.resume();
      done(error);
    },
  });
  if (isComplete) body.push(null);
  // The stream is always read, because Node resets an unread stream.
  stream.on('data', (chunk: Buffer) => {
    if (!body.destroyed && !body.push(chunk)) stream.pause();
  });
  stream.on('end', () => {
    if (isComplete || stream.aborted) return;
    isComplete = true;
    body.push(null);
  });
  stream.on('close', () => {
    if (!isComplete) body.destroy();
  });
  const socket: ClientConnection = {
    get destroyed() {
      return stream.destroyed;
    },
    get bytesWritten() {
      return sent();
    },
    get readableEnded() {
      return stream.readableEnded;
    },
    once: (event, listener) => stream.once(event, listener),
    destroy: () => breakOff(stream),
  };
  return Object.defineProperties(Object.assign(body, { method, socket, complete: false }), {
    complete: { get: () => isComplete },
  });
}
