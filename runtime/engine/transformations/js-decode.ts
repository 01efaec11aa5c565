/** JavaScript escapes. */
import { hexByteAt, hexWordAt, octalLength, octalNumberAt } from './ascii.ts';
import type { ByteWriter } from './byte-writer.ts';
import { readCEscape } from './c-escapes.ts';
import { lowByte } from './code-points.ts';
import { decodeEscapes } from './decode-escapes.ts';
import type { Transformation } from './transformation.ts';

const DIGIT_3 = 0x33;

/**
 * Decodes `\uHHHH` (low byte, full-width forms become ASCII), `\xHH`, `\OOO` up to 377, `\a \b \f \n \r \t \v`; any
 * other `\c` becomes c; a final `\` stays. As in ModSecurity; Coraza loses octal escapes
 * (docs/spec/seclang-evaluation.md#transformations).
 */
export const jsDecode: Transformation = (value) => decodeEscapes(value, '\\', readEscape);

function readEscape(value: string, at: number, out: ByteWriter): number {
  const kind = value[at + 1];
  const code = kind === 'u' ? hexWordAt(value, at + 2) : -1;
  if (code >= 0) {
    out.push(lowByte(code));
    return at + 6;
  }
  const byte = kind === 'x' ? hexByteAt(value, at + 2) : -1;
  if (byte >= 0) {
    out.push(byte);
    return at + 4;
  }
  const digits = octalDigits(value, at + 1);
  if (digits === 0) return readCEscape(value, at, out);
  out.push(octalNumberAt(value, at + 1, digits));
  return at + 1 + digits;
}

/** Returns how many octal digits to read; three only when they fit in a byte: `\400` is `\40` and `0`. */
function octalDigits(value: string, at: number): number {
  const length = octalLength(value, at);
  return length === 3 && value.charCodeAt(at) > DIGIT_3 ? 2 : length;
}
