/**
 * The output buffer of loops over every byte of a value: half the time of a ByteWriter, whose fields are read and
 * written for each byte. Only one loop may use it at a time.
 */
import type { ByteString } from '../bytes/byte-string.ts';

/** Codes converted to text in one call; V8 throws when a call has some 100,000 arguments. */
export const CHUNK = 8192;

/** Byte values. */
export const chunk = Array.from({ length: CHUNK }, () => 0);

/** Returns the text of the first `length` codes of the chunk. */
export function textOfChunk(length: number): ByteString {
  return String.fromCharCode(...(length === chunk.length ? chunk : chunk.slice(0, length)));
}
