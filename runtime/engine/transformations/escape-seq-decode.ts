/** ANSI C escape sequences. */
import { hexByteAt, octalLength, octalNumberAt } from './ascii.ts';
import type { ByteWriter } from './byte-writer.ts';
import { readCEscape } from './c-escapes.ts';
import { decodeEscapes } from './decode-escapes.ts';
import type { Transformation } from './transformation.ts';

/**
 * Decodes `\a \b \f \n \r \t \v`, `\xHH`, and `\OOO` modulo 256; any other `\c`, including an `\x` without two
 * digits, loses its backslash; a final `\` stays. As in ModSecurity
 * (docs/spec/seclang-evaluation.md#transformations).
 */
export const escapeSeqDecode: Transformation = (value) => decodeEscapes(value, '\\', readEscape);

function readEscape(value: string, at: number, out: ByteWriter): number {
  const kind = value[at + 1];
  const byte = kind === 'x' || kind === 'X' ? hexByteAt(value, at + 2) : -1;
  if (byte >= 0) {
    out.push(byte);
    return at + 4;
  }
  const digits = octalLength(value, at + 1);
  if (digits === 0) return readCEscape(value, at, out);
  out.push(octalNumberAt(value, at + 1, digits));
  return at + 1 + digits;
}
