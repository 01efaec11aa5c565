/**
 * Finds where matches of an expression may begin when one of their first bytes is one of very few (`\.{2}`, `\$\{`): V8 finds
 * these bytes in a tenth of the time that reading the whole text takes.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import { CLASSES, PREFIX, type PrefixRows, prefixClasses } from './prefix-pairs.ts';

/** Every match has one of these bytes, as texts, at this distance from its start. */
export type RareBytes = { readonly bytes: readonly ByteString[]; readonly distance: number };

/** Bytes of a text for each rare byte in it, and rare bytes allowed in addition: with more of them reading the text takes no longer. */
const BYTES_FOR_EACH = 24;
const MORE = 64;

/** Returns the rare bytes of matches with these prefixes; undefined: more than `most` bytes may stand at each distance. */
export function rareBytesOf(rows: PrefixRows, most: number): RareBytes | undefined {
  let best: RareBytes | undefined;
  for (let distance = 0; distance < PREFIX; distance += 1) {
    const bytes = bytesAt(rows, distance, best?.bytes.length ?? most + 1);
    if (bytes !== undefined) best = { bytes, distance };
  }
  return best;
}

/** Returns the bytes that matches may have at the distance; undefined: not fewer than `limit`. */
function bytesAt(
  rows: PrefixRows,
  distance: number,
  limit: number,
): readonly ByteString[] | undefined {
  const bytes: ByteString[] = [];
  for (let byte = 0; byte < 256; byte += 1) {
    if (!mayStand(rows, distance, prefixClasses[byte] ?? 0)) continue;
    bytes.push(String.fromCharCode(byte));
    if (bytes.length === limit) return undefined;
  }
  return bytes;
}

function mayStand(rows: PrefixRows, distance: number, byteClass: number): boolean {
  if (distance === 0) return ((rows[2 * byteClass] ?? 0) | (rows[2 * byteClass + 1] ?? 0)) !== 0;
  const first = 2 * CLASSES * (distance - 1);
  const [word, bit] = [byteClass >> 5, 1 << (byteClass & 31)];
  for (let row = first; row < first + 2 * CLASSES; row += 2) {
    if (((rows[row + word] ?? 0) & bit) !== 0) return true;
  }
  return false;
}

/**
 * Calls `visit` with each position from which on one of the bytes stands at the distance, from left to right, until it
 * returns false. Returns false when the text has too many of them.
 */
export function visitRareBytes(
  { bytes, distance }: RareBytes,
  value: ByteString,
  visit: (start: number) => boolean,
): boolean {
  const next = bytes.map((byte) => value.indexOf(byte, distance));
  for (let count = 0; ; count += 1) {
    const least = next.length === 1 ? 0 : leastOf(next);
    const at = next[least] ?? -1;
    if (at === -1) return true;
    if ((count - MORE) * BYTES_FOR_EACH > at) return false;
    if (!visit(at - distance)) return true;
    next[least] = value.indexOf(bytes[least] ?? '', at + 1);
  }
}

/** Returns the index of the least position that is not -1. */
function leastOf(positions: readonly number[]): number {
  let least = 0;
  for (let index = 1; index < positions.length; index += 1) {
    const one = positions[least] ?? -1;
    const other = positions[index] ?? -1;
    if (one === -1 || (other !== -1 && other < one)) least = index;
  }
  return least;
}
