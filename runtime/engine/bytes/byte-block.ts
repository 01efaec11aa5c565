/**
 * Reads a long text a block at a time: a loop over an array of bytes takes a third of the time of one over the
 * chars of a string (0.6 against 2.2 ns a byte). No two readers run at once.
 */
import type { ByteString } from './byte-string.ts';

/** Bytes. */
export const BLOCK = 16_384;

/** Bytes from which on a text is worth it: it takes a third of the time. */
export const LONG_TEXT = 2048;

/** What `readBlock` has read last. */
export const block = new Uint8Array(BLOCK);

/** Node copies bytes of a string at once; other hosts have no way to. */
const copier = typeof Buffer === 'undefined' ? undefined : Buffer.from(block.buffer);

/** What is written for a block: some bytes more than it has, at most. */
export const output = new Uint8Array(BLOCK + 16);

const reader = typeof Buffer === 'undefined' ? undefined : Buffer.from(output.buffer);

/** The first `length` bytes of `output`. */
export function textOfOutput(length: number): ByteString {
  if (reader !== undefined) return reader.toString('latin1', 0, length);
  return String.fromCharCode(...output.subarray(0, length));
}

/** Copies the bytes from `from` on to `block`; returns their number. */
export function readBlock(value: ByteString, from: number): number {
  const part = value.slice(from, from + BLOCK);
  if (copier !== undefined) return copier.write(part, 'latin1');
  for (let at = 0; at < part.length; at += 1) block[at] = part.charCodeAt(at);
  return part.length;
}
