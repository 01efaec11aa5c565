/** Byte strings from bytes, without functions that only Node has. */
import type { ByteString } from '#engine/bytes/byte-string.ts';

/** Bytes for one call: its arguments are put on the stack. */
const CHUNK = 8192;

/** Returns the first `limit` bytes, one char each. TextDecoder has no such encoding: its latin1 is windows-1252. */
export function byteString(bytes: Uint8Array, limit: number): ByteString {
  const end = Math.min(bytes.length, limit);
  if (typeof Buffer === 'function') {
    const { buffer, byteOffset, length } = bytes;
    const whole = Buffer.isBuffer(bytes) ? bytes : Buffer.from(buffer, byteOffset, length);
    return whole.toString('latin1', 0, end);
  }
  let text = '';
  for (let start = 0; start < end; start += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(start, Math.min(start + CHUNK, end)));
  }
  return text;
}

export function concat(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  if (chunks.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let end = 0;
  for (const chunk of chunks) {
    whole.set(chunk, end);
    end += chunk.length;
  }
  return whole;
}
