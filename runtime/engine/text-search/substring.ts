/** Searches a byte string for another in time linear in both, for any content. */
import type { ByteString } from '../bytes/byte-string.ts';

/**
 * V8's search prepares only the last 250 chars of a needle and compares the others naively: a needle of 4,000 then
 * costs 600 ns a byte of a hostile text, one of 250 costs 4.
 */
const LONGEST_FOR_V8 = 250;

/** Returns true when `needle` occurs in `text`. */
export function containsBytes(text: ByteString, needle: ByteString): boolean {
  if (needle.length > text.length) return false;
  return needle.length <= LONGEST_FOR_V8 ? text.includes(needle) : searchLong(text, needle, false);
}

/** Returns true when `needle` occurs with no letter, digit or `_` before and after it; the empty needle always does. */
export function containsWholeWord(text: ByteString, needle: ByteString): boolean {
  if (needle.length > LONGEST_FOR_V8) return searchLong(text, needle, true);
  if (needle === '') return true;
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1)) {
    if (isWholeWord(text, at, at + needle.length)) return true;
  }
  return false;
}

/** Searches with the algorithm of Knuth, Morris and Pratt. */
function searchLong(text: ByteString, needle: ByteString, wholeWord: boolean): boolean {
  const borders = borderTable(needle);
  let matched = 0;
  for (let index = 0; index < text.length; index += 1) {
    matched = extend(needle, borders, matched, text.charCodeAt(index));
    if (matched < needle.length) continue;
    if (!wholeWord || isWholeWord(text, index + 1 - matched, index + 1)) return true;
  }
  return false;
}

/** Returns for `table[n]` the length of the longest proper prefix of the needle that is a suffix of its first n chars. */
function borderTable(needle: ByteString): Int32Array {
  const borders = new Int32Array(needle.length + 1);
  let matched = 0;
  for (let index = 1; index < needle.length; index += 1) {
    matched = extend(needle, borders, matched, needle.charCodeAt(index));
    borders[index + 1] = matched;
  }
  return borders;
}

/** Returns how many chars of the needle match when `char` follows `matched` of them. */
function extend(needle: ByteString, borders: Int32Array, matched: number, char: number): number {
  let length = matched;
  while (length > 0 && needle.charCodeAt(length) !== char) length = borders[length] ?? 0;
  return needle.charCodeAt(length) === char ? length + 1 : length;
}

function isWholeWord(text: ByteString, start: number, end: number): boolean {
  return !isWordByte(text.charCodeAt(start - 1)) && !isWordByte(text.charCodeAt(end));
}

/** NaN, the code before and after the text, is no word byte. */
function isWordByte(byte: number): boolean {
  const letter = byte | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || (byte >= 0x30 && byte <= 0x39) || byte === 0x5f;
}
