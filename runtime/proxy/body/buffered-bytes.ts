import type { Readable } from 'node:stream';

/**
 * Takes all that a stream of bytes has buffered; undefined: nothing. When that is all there is, the stream ends.
 * Without a size, read() gives all up to Node 24 and the first chunk from Node 26 on; with one, it leaves the end unread.
 */
export function bufferedBytes(stream: Readable): Buffer | undefined {
  const { readableLength: size } = stream;
  const bytes: unknown = size > 0 ? stream.read(size) : null;
  if (stream.readableLength === 0) stream.read();
  return Buffer.isBuffer(bytes) ? bytes : undefined;
}
