/** Sets of bytes and their runs, the inner loop of both tokenizers. */
import type { ByteString } from '../bytes/byte-string.ts';

/** One entry for each byte value, 1 for the members. */
export type ByteSet = Uint8Array;

export function byteSet(members: ByteString): ByteSet {
  const set = new Uint8Array(256);
  for (let i = 0; i < members.length; i++) set[members.charCodeAt(i)] = 1;
  return set;
}

/**
 * Returns the position at or after `start` of the first byte that is not in `set`; the length of the input when there
 * is none.
 */
export function endOfRun(input: ByteString, start: number, set: ByteSet): number {
  let at = start;
  while (at < input.length && set[input.charCodeAt(at)] === 1) at++;
  return at;
}

/**
 * Returns the position at or after `start` of the first byte that is in `stops`; the length of the input when there
 * is none.
 */
export function endBefore(input: ByteString, start: number, stops: ByteSet): number {
  let at = start;
  while (at < input.length && stops[input.charCodeAt(at)] !== 1) at++;
  return at;
}
