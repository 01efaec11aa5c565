/** Finds and decodes UTF-8 sequences in a byte string. */
import type { ByteString } from '../bytes/byte-string.ts';

/**
 * One well-formed sequence of two to four bytes (RFC 3629, section 4), or one byte outside any sequence. Linear: the
 * start byte selects the branch, and the last branch matches any other byte.
 */
const NON_ASCII =
  /[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}|\xED[\x80-\x9F][\x80-\xBF]|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2}|[\x80-\xFF]/g;

/** Bits of the start byte that belong to the code point, by length of the sequence. */
const START_BITS = [0, 0, 0x1f, 0x0f, 0x07];

/**
 * Returns `bytes` with every non-ASCII part replaced by the result of `show`, which gets a sequence with its code
 * point, or one stray byte with `undefined`.
 */
export function replaceNonAscii(
  bytes: ByteString,
  show: (part: ByteString, codePoint: number | undefined) => string,
): string {
  return bytes.replace(NON_ASCII, (part) =>
    show(part, part.length === 1 ? undefined : codePointOf(part)),
  );
}

function codePointOf(sequence: ByteString): number {
  let codePoint = sequence.charCodeAt(0) & (START_BITS[sequence.length] ?? 0);
  for (let index = 1; index < sequence.length; index += 1) {
    codePoint = (codePoint << 6) | (sequence.charCodeAt(index) & 0x3f);
  }
  return codePoint;
}
