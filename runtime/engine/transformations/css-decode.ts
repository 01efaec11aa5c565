/** CSS escapes (CSS 2.2, 4.1.3). */
import { isSpace } from '../bytes/ascii-space.ts';
import { hexDigit } from './ascii.ts';
import type { ByteWriter } from './byte-writer.ts';
import { lowByte } from './code-points.ts';
import { decodeEscapes } from './decode-escapes.ts';
import type { Transformation } from './transformation.ts';

const MAX_DIGITS = 6;
const LINE_FEED = 0x0a;

/**
 * Decodes CSS escapes. `\` and 1 to 6 hexadecimal digits become one byte (the low one, full-width forms become ASCII)
 * and include one white space after them; `\` and a line feed are deleted; any other `\c` becomes c; a final `\` is
 * deleted. One byte as in ModSecurity and the public vectors; Coraza writes UTF-8
 * (docs/spec/seclang-evaluation.md#transformations).
 */
export const cssDecode: Transformation = (value) => decodeEscapes(value, '\\', readEscape);

function readEscape(value: string, at: number, out: ByteWriter): number {
  const first = at + 1;
  let end = first;
  let code = 0;
  for (; end - first < MAX_DIGITS; end++) {
    const digit = hexDigit(value.charCodeAt(end));
    if (digit < 0) break;
    code = code * 16 + digit;
  }
  if (end > first) {
    out.push(lowByte(code));
    return skipSpace(value, end);
  }
  if (first === value.length) return first;
  const escaped = value.charCodeAt(first);
  if (escaped === LINE_FEED) return first + 1;
  out.push(escaped);
  // The public vectors treat a raw NUL after the backslash like the escape `\0`, with its white space.
  return escaped === 0 ? skipSpace(value, first + 1) : first + 1;
}

function skipSpace(value: string, at: number): number {
  return isSpace(value.charCodeAt(at)) ? at + 1 : at;
}
