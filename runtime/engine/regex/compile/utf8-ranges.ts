/** Converts ranges of code points to sequences of byte ranges, which match their UTF-8 text. */
import type { ByteRange } from './byte-set.ts';

const encodingEnds = [0x7f, 0x7ff, 0xffff, 0x10ffff];
const surrogates = [0xd800, 0xdfff] as const;

/** Returns whether UTF-8 can encode the code point. */
export function isScalarValue(codePoint: number): boolean {
  return codePoint <= 0x10ffff && (codePoint < surrogates[0] || codePoint > surrogates[1]);
}

/** Returns sequences of 1 to 4 ranges that together match exactly `first` to `last`, without surrogates. */
export function utf8Sequences(first: number, last: number): ByteRange[][] {
  if (first > last) return [];
  if (first <= surrogates[1] && last >= surrogates[0]) {
    return [...utf8Sequences(first, surrogates[0] - 1), ...utf8Sequences(surrogates[1] + 1, last)];
  }
  const end = encodingEnds.find((limit) => first <= limit && limit < last);
  if (end !== undefined) return [...utf8Sequences(first, end), ...utf8Sequences(end + 1, last)];
  for (const bits of [6, 12, 18]) {
    const mask = (1 << bits) - 1;
    if (first >> bits === last >> bits) continue;
    if ((first & mask) !== 0) return splitAfter(first, first | mask, last);
    if ((last & mask) !== mask) return splitAfter(first, (last & ~mask) - 1, last);
  }
  const lastBytes = utf8Bytes(last);
  return [utf8Bytes(first).map((byte, index) => [byte, lastBytes[index] ?? byte])];
}

function splitAfter(first: number, middle: number, last: number): ByteRange[][] {
  return [...utf8Sequences(first, middle), ...utf8Sequences(middle + 1, last)];
}

function utf8Bytes(codePoint: number): number[] {
  if (codePoint <= 0x7f) return [codePoint];
  const continuation = (shift: number) => 0x80 | ((codePoint >> shift) & 0x3f);
  if (codePoint <= 0x7ff) return [0xc0 | (codePoint >> 6), continuation(0)];
  if (codePoint <= 0xffff) return [0xe0 | (codePoint >> 12), continuation(6), continuation(0)];
  return [0xf0 | (codePoint >> 18), continuation(12), continuation(6), continuation(0)];
}
