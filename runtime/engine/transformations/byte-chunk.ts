/**
 * What loops over every byte of a value write to: half the time of a ByteWriter, whose fields are read and
 * written for each byte. No two of them run at once.
 */
import type { ByteString } from '../bytes/byte-string.ts';

/** Codes turned to text at a time; V8 throws when a call has some 100,000 arguments. */
export const CHUNK = 8192;

/** Codes of bytes. */
export const chunk = Array.from({ length: CHUNK }, () => 0);

/** The text of the first `length` codes of the chunk. */
export function textOfChunk(length: number): ByteString {
  return String.fromCharCode(...(length === chunk.length ? chunk : chunk.slice(0, length)));
}
