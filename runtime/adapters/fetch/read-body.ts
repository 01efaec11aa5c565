/** Bodies of the fetch API, read up to a limit. */
import type { ReceivedBody } from '../core/request-body.ts';
import { concat } from '../core/text.ts';

/**
 * Reads a body. Stops and releases the stream as soon as there are more than `limit` bytes. Rejects when the stream
 * fails.
 */
export async function readUpTo(
  stream: ReadableStream<Uint8Array>,
  limit: number,
): Promise<ReceivedBody> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { bytes: concat(chunks), whole: true };
    chunks.push(value);
    size += value.length;
    if (size <= limit) continue;
    // Not awaited: the other branch of a clone may be read much later, or never.
    reader.cancel().catch(() => undefined);
    return { bytes: concat(chunks), whole: false };
  }
}
