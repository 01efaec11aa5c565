/** Percent-encoding with the `%uHHHH` of IIS. */
import { hexNumberAt } from './ascii.ts';
import { asciiBestFit } from './best-fit.ts';
import type { ByteWriter } from './byte-writer.ts';
import { lowByte } from './code-points.ts';
import { decodeEscapes } from './decode-escapes.ts';
import type { Transformation } from './transformation.ts';
import { plusToBlank, readPercent } from './url-decode.ts';

const CASE_BIT = 0x20;
const LETTER_U = 0x75;

/**
 * As urlDecode, and `%uHHHH` is one byte: below 0100 itself, else the ASCII character that Windows
 * puts in its place, else the low byte. The table stops short of 00A0 to 00FF, where code page 20127
 * would give ASCII as well: the public vectors and rules on raw bytes expect the byte.
 */
export const urlDecodeUni: Transformation = (value) =>
  decodeEscapes(plusToBlank(value), '%', readEscape);

function readEscape(value: string, at: number, out: ByteWriter): number {
  const kind = value.charCodeAt(at + 1) | CASE_BIT;
  const code = kind === LETTER_U ? hexNumberAt(value, at + 2, 4) : -1;
  if (code < 0) return readPercent(value, at, out);
  out.push(asciiBestFit(code) ?? lowByte(code));
  return at + 6;
}
