/** UTF-8 in byte strings. */
import type { ByteString } from './byte-string.ts';

/**
 * Well-formed sequences of two to four bytes (RFC 3629 section 4): first byte from/to, second byte from/to, length.
 * No row includes overlong forms, surrogates or code points beyond U+10FFFF.
 */
const SEQUENCES = [
  [0xc2, 0xdf, 0x80, 0xbf, 2],
  [0xe0, 0xe0, 0xa0, 0xbf, 3],
  [0xe1, 0xec, 0x80, 0xbf, 3],
  [0xed, 0xed, 0x80, 0x9f, 3],
  [0xee, 0xef, 0x80, 0xbf, 3],
  [0xf0, 0xf0, 0x90, 0xbf, 4],
  [0xf1, 0xf3, 0x80, 0xbf, 4],
  [0xf4, 0xf4, 0x80, 0x8f, 4],
] as const;

/** Returns whether the whole value is valid UTF-8. */
export function isUtf8(value: ByteString): boolean {
  let index = value.search(/[\x80-\xff]/);
  if (index === -1) return true;
  while (index < value.length) {
    if (value.charCodeAt(index) < 0x80) {
      index += 1;
      continue;
    }
    const length = sequenceLength(value, index);
    if (length === 0) return false;
    index += length;
  }
  return true;
}

/** Returns the bytes of the sequence that starts at `index`; 0: none does. */
function sequenceLength(value: ByteString, index: number): number {
  const first = value.charCodeAt(index);
  const second = value.charCodeAt(index + 1);
  for (const [low, high, secondLow, secondHigh, length] of SEQUENCES) {
    if (first < low || first > high) continue;
    const well = second >= secondLow && second <= secondHigh;
    return well && hasContinuations(value, index + 2, index + length) ? length : 0;
  }
  return 0;
}

/** Returns whether all bytes from `from` to before `to` are 0x80 to 0xBF; NaN, after the end, is not. */
function hasContinuations(value: ByteString, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    if ((value.charCodeAt(index) & 0xc0) !== 0x80) return false;
  }
  return true;
}
