/** ASCII white space. `String.trim` and `\s` also match 0xA0, which is a byte of UTF-8 text here. */
import type { ByteString } from './byte-string.ts';

/** Returns whether the char is a blank, tab, line feed, vertical tab, form feed or carriage return, as in C's `isspace`; NaN is not. */
export function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** Returns the offset of the first char that is no white space; the length of the text when there is none. */
export function startAfterSpace(text: string): number {
  let start = 0;
  while (isSpace(text.charCodeAt(start))) start += 1;
  return start;
}

/** Returns the offset after the last char that is no white space; at least `from`. */
export function endBeforeSpace(text: string, from: number): number {
  let end = text.length;
  while (end > from && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

/** Returns the text without white space at both ends. */
export function trimSpace(text: ByteString): ByteString {
  const start = startAfterSpace(text);
  return text.slice(start, endBeforeSpace(text, start));
}
