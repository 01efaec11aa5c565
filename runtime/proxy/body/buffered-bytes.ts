import type { Readable } from 'node:stream';

/**
 * Takes all bytes that a stream has buffered; undefined when there are none. When nothing follows them, the stream
 * ends. `read()` without a size returns everything up to Node 24 but only the first chunk since Node 26. With a
 * size it does not consume the end, so this reads once more.
 */
export function bufferedBytes(stream: Readable): Buffer | undefined {
  const { readableLength: size } = stream;
  const bytes: unknown = size > 0 ? stream.read(size) : null;
  if (stream.readableLength === 0) stream.read();
  return Buffer.isBuffer(bytes) ? bytes : undefined;
}
