/** Finds where JSON tokens end (RFC 8259), and decodes strings. */
import type { ByteString } from '../bytes/byte-string.ts';
import { hexDigit } from '../transformations/ascii.ts';
import { encodeUtf8 } from './encode-utf8.ts';
import { type Escape, replaceEscapes } from './replace-escapes.ts';

/** A token that ends at `end` (exclusive), or the offset of the first byte that cannot belong to it. */
export type Scan =
  | { readonly kind: 'Ok'; readonly end: number }
  | { readonly kind: 'Error'; readonly at: number; readonly message: string };

/** Returns the offset after any blanks, tabs, line feeds and carriage returns. */
export function skipJsonSpace(text: ByteString, start: number): number {
  let at = start;
  while (isJsonSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function isJsonSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Scans the string whose opening quote is at `start`; `end` is after the closing one. */
export function scanJsonString(text: ByteString, start: number): Scan {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return { kind: 'Ok', end: at + 1 };
    if (code < 0x20) return { kind: 'Error', at, message: 'control character in string' };
    if (code !== 0x5c) at += 1;
    else {
      const length = escapeLength(text, at);
      if (length === 0) return { kind: 'Error', at, message: 'invalid escape in string' };
      at += length;
    }
  }
  return { kind: 'Error', at, message: 'string not closed' };
}

/** Returns the length of the escape whose backslash is at `at`; 0: no escape. */
function escapeLength(text: ByteString, at: number): number {
  const char = text.charAt(at + 1);
  if (char === 'u') return codeUnitAt(text, at) === -1 ? 0 : 6;
  return char !== '' && '"\\/bfnrt'.includes(char) ? 2 : 0;
}

/** Returns the value of the `\uHHHH` at `at`, or -1. */
function codeUnitAt(text: ByteString, at: number): number {
  if (!text.startsWith('\\u', at)) return -1;
  let value = 0;
  for (let index = at + 2; index < at + 6; index += 1) {
    const digit = hexDigit(text.charCodeAt(index));
    if (digit === -1) return -1;
    value = value * 16 + digit;
  }
  return value;
}

/** Scans a number, `true`, `false` or `null` at `start`. */
export function scanJsonScalar(text: ByteString, start: number): Scan {
  for (const word of ['true', 'false', 'null']) {
    if (text.startsWith(word, start)) return { kind: 'Ok', end: start + word.length };
  }
  return scanNumber(text, start);
}

function scanNumber(text: ByteString, start: number): Scan {
  const first = text.charAt(start) === '-' ? start + 1 : start;
  let end = skipDigits(text, first);
  if (end === first) return { kind: 'Error', at: first, message: 'expected a value' };
  if (text.charAt(first) === '0' && end > first + 1) {
    return { kind: 'Error', at: first + 1, message: 'number with leading zero' };
  }
  if (text.charAt(end) === '.') {
    const fraction = end + 1;
    end = skipDigits(text, fraction);
    if (end === fraction) return { kind: 'Error', at: end, message: 'number without fraction' };
  }
  if (text.charAt(end) === 'e' || text.charAt(end) === 'E') {
    const sign = text.charAt(end + 1);
    const exponent = end + (sign === '+' || sign === '-' ? 2 : 1);
    end = skipDigits(text, exponent);
    if (end === exponent) return { kind: 'Error', at: end, message: 'number without exponent' };
  }
  return { kind: 'Ok', end };
}

/** A loop, because a regular expression would store a backtracking position for each digit. */
function skipDigits(text: ByteString, start: number): number {
  let at = start;
  while (text.charCodeAt(at) >= 0x30 && text.charCodeAt(at) <= 0x39) at += 1;
  return at;
}

/**
 * Decodes the text between the quotes of a string to UTF-8 bytes. A lone surrogate becomes the three bytes of its
 * number (`\ud800` becomes ED A0 80), so that nothing is lost and UTF-8 checks fail on it as they should.
 */
export function unescapeJson(text: ByteString): ByteString {
  return replaceEscapes(text, '\\', readEscape);
}

const SHORT_ESCAPES = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

function readEscape(text: ByteString, at: number): Escape | undefined {
  const unit = codeUnitAt(text, at);
  if (unit === -1) {
    const char = text.charAt(at + 1);
    return { value: SHORT_ESCAPES.get(char) ?? char, end: at + 2 };
  }
  const low = unit >= 0xd800 && unit < 0xdc00 ? codeUnitAt(text, at + 6) : -1;
  if (low < 0xdc00 || low > 0xdfff) return { value: encodeUtf8(unit), end: at + 6 };
  const codePoint = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
  return { value: encodeUtf8(codePoint), end: at + 12 };
}
