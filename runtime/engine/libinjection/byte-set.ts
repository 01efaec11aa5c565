/** Sets of bytes and how far they reach from a position, the inner loop of both tokenizers. */
import type { ByteString } from '../bytes/byte-string.ts';

/** One entry a byte value, 1 for the members. */
export type ByteSet = Uint8Array;

export function byteSet(members: ByteString): ByteSet {
  const set = new Uint8Array(256);
  for (let i = 0; i < members.length; i++) set[members.charCodeAt(i)] = 1;
  return set;
}

/** The position at or after `start` of the first byte that is not in `set`. */
export function endOfRun(input: ByteString, start: number, set: ByteSet): number {
  let at = start;
  while (at < input.length && set[input.charCodeAt(at)] === 1) at++;
  return at;
}

/** The position at or after `start` of the first byte that is in `stops`. */
export function endBefore(input: ByteString, start: number, stops: ByteSet): number {
  let at = start;
  while (at < input.length && stops[input.charCodeAt(at)] !== 1) at++;
  return at;
}
