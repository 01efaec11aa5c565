/** Bodies of the fetch API, read up to a limit. */
import type { ReceivedBody } from '../core/request-body.ts';
import { concat } from '../core/text.ts';

/**
 * Reads a body. Stops and releases the stream as soon as there are more than `limit` bytes. Rejects when the stream
 * fails.
 */
export function readUpTo(stream: ReadableStream<Uint8Array>, limit: number): Promise<ReceivedBody> {
  return read(stream, limit, (error) => Promise.reject(error));
}

/**
 * Does the same for a body that was cut off, so that the stream fails at its end. Rejects only when it fails before
 * the first byte.
 */
export function readBeginning(
  stream: ReadableStream<Uint8Array>,
  limit: number,
): Promise<ReceivedBody> {
  return read(stream, limit, (error, chunks) =>
    chunks.length === 0
      ? Promise.reject(error)
      : Promise.resolve({ bytes: concat(chunks), whole: false }),
  );
}

async function read(
  stream: ReadableStream<Uint8Array>,
  limit: number,
  failed: (error: unknown, chunks: readonly Uint8Array[]) => Promise<ReceivedBody>,
): Promise<ReceivedBody> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const result = await reader.read().catch((error: unknown) => ({ error }));
    if ('error' in result) return failed(result.error, chunks);
    const { done, value } = result;
    if (done) return { bytes: concat(chunks), whole: true };
    chunks.push(value);
    size += value.length;
    if (size <= limit) continue;
    // Not awaited: the other branch of a clone may be read much later, or never.
    reader.cancel().catch(() => undefined);
    return { bytes: concat(chunks), whole: false };
  }
}
