/** Code points as UTF-8 bytes, one char a byte. */
import type { ByteString } from '../bytes/byte-string.ts';

/**
 * Returns the UTF-8 bytes of a code point from 0 to 0x10FFFF (RFC 3629). A surrogate becomes the three bytes of its
 * number instead of U+FFFD, so that rules can see it.
 */
export function encodeUtf8(codePoint: number): ByteString {
  if (codePoint < 0x80) return String.fromCharCode(codePoint);
  if (codePoint < 0x800) return String.fromCharCode(0xc0 | (codePoint >> 6), tail(codePoint));
  if (codePoint < 0x10000) {
    return String.fromCharCode(0xe0 | (codePoint >> 12), tail(codePoint >> 6), tail(codePoint));
  }
  return String.fromCharCode(
    0xf0 | (codePoint >> 18),
    tail(codePoint >> 12),
    tail(codePoint >> 6),
    tail(codePoint),
  );
}

function tail(bits: number): number {
  return 0x80 | (bits & 0x3f);
}
