/** Formats bytes as Go's `%q` does, like every value in Coraza's error log (docs/spec/logs.md#error-log). */
import type { ByteString } from '../bytes/byte-string.ts';
import { replaceNonAscii } from './utf8.ts';

const NOT_PLAIN = /[^ -~]/;
const ESCAPED_OR_NOT_PLAIN = /\\|[^ -~]/;
const NOT_ASCII = /[^\0-\x7f]/;
const ESCAPED_ASCII = /["\\\x7f]|[^ -\xff]/g;
const ESCAPED_CONTROL = /[\\\x7f]|[^ -\xff]/g;

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
]);

/** Printable characters as in Go, besides the ASCII blank: letters, marks, numbers, punctuation, symbols. */
const PRINTABLE = /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u;

/** Returns `value` in double quotes, on one line: valid printable UTF-8 stays, everything else is escaped. */
export function quote(value: ByteString): ByteString {
  // JSON escapes printable ASCII in the same way.
  if (!NOT_PLAIN.test(value)) return JSON.stringify(value);
  return `"${escapeWith(value, ESCAPED_ASCII)}"`;
}

/** Escapes a value as `quote` does, but adds no quotes and leaves those in the value as they are. */
export function escapeControls(value: ByteString): ByteString {
  return ESCAPED_OR_NOT_PLAIN.test(value) ? escapeWith(value, ESCAPED_CONTROL) : value;
}

const ESCAPE_LOOKALIKE = /\\(?=x[0-9a-f]{2})/g;
const CONTROL = /\r(?!\n)|\x7f|[^\t\n\r -\xff]/g;
const MAYBE_UNSEEN = /\\x|[^\t\n -~]/;

/**
 * Returns several lines with bytes that are not printable text shown as `\xHH`; the backslash of text that resembles
 * such an escape is escaped, too. For the native audit log, whose readers expect headers and bodies as sent.
 */
export function showLines(lines: ByteString): ByteString {
  if (!MAYBE_UNSEEN.test(lines)) return lines;
  const shown = lines.replace(ESCAPE_LOOKALIKE, '\\x5c').replace(CONTROL, byteEscape);
  return replaceNonAscii(shown, (bytes, codePoint) =>
    codePoint !== undefined && PRINTABLE.test(String.fromCodePoint(codePoint))
      ? bytes
      : bytes.replace(/./gs, byteEscape),
  );
}

function byteEscape(byte: string): string {
  return `\\x${hex(byte.charCodeAt(0), 2)}`;
}

function escapeWith(value: ByteString, ascii: RegExp): ByteString {
  const escaped = value.replace(ascii, escapeByte);
  return NOT_ASCII.test(escaped) ? replaceNonAscii(escaped, escapeSequence) : escaped;
}

function escapeByte(byte: string): string {
  return SHORT_ESCAPES.get(byte) ?? byteEscape(byte);
}

function escapeSequence(bytes: ByteString, codePoint: number | undefined): ByteString {
  if (codePoint === undefined) return escapeByte(bytes);
  if (PRINTABLE.test(String.fromCodePoint(codePoint))) return bytes;
  return codePoint > 0xffff ? `\\U${hex(codePoint, 8)}` : `\\u${hex(codePoint, 4)}`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
