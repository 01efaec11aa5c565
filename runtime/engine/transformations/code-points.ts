/** How decoders write code points to byte strings. */
import type { ByteWriter } from './byte-writer.ts';

/** Replaces surrogates and numbers beyond Unicode. */
const REPLACEMENT = 0xfffd;

/**
 * Returns the byte for a code point as in ModSecurity's decoders: the ASCII character of full-width forms FF01 to
 * FF5E, otherwise the low byte.
 */
export function lowByte(code: number): number {
  const byte = code & 0xff;
  return code >= 0xff01 && code <= 0xff5e ? byte + 0x20 : byte;
}

/** Appends `code` (>= 0x80) as UTF-8: 2 to 4 bytes. */
export function pushUtf8(code: number, out: ByteWriter): void {
  const valid = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  const point = valid ? code : REPLACEMENT;
  if (point < 0x800) {
    out.push(0xc0 | (point >> 6));
  } else if (point < 0x10000) {
    out.push(0xe0 | (point >> 12));
    out.push(0x80 | ((point >> 6) & 0x3f));
  } else {
    out.push(0xf0 | (point >> 18));
    out.push(0x80 | ((point >> 12) & 0x3f));
    out.push(0x80 | ((point >> 6) & 0x3f));
  }
  out.push(0x80 | (point & 0x3f));
}
