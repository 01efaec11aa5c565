/** Sets of byte values. */
import type { ByteString } from './byte-string.ts';

/** 256 entries, 1 for a member. */
export type ByteSet = Uint8Array;

/** First and last byte, both included. */
export type ByteRange = readonly [first: number, last: number];

/** Returns the set of all bytes in `ranges`. */
export function loadByteSet(ranges: readonly ByteRange[]): ByteSet {
  const set = new Uint8Array(256);
  for (const [first, last] of ranges) set.fill(1, first, last + 1);
  return set;
}

/** Returns whether every byte of `value` is in the set. */
export function hasOnly(set: ByteSet, value: ByteString): boolean {
  for (let index = 0; index < value.length; index += 1) {
    if (set[value.charCodeAt(index)] !== 1) return false;
  }
  return true;
}
