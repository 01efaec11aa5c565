/** ASCII white space. `String.trim` and `\s` also match 0xA0, which is a byte of UTF-8 text here. */
import type { ByteString } from './byte-string.ts';

/** Returns whether the char is a blank, tab, line feed, vertical tab, form feed or carriage return, as in C's `isspace`; NaN is not. */
export function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** Returns the text without white space at both ends. */
export function trimSpace(text: ByteString): ByteString {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
