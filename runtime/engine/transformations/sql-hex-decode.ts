/** Hexadecimal literals of SQL. */
import { hexByteAt } from './ascii.ts';
import type { ByteWriter } from './byte-writer.ts';
import { decodeEscapes } from './decode-escapes.ts';
import type { Transformation } from './transformation.ts';

/** Decodes `0x` and the pairs of digits after it to their bytes; `0x` without a pair stays. */
export const sqlHexDecode: Transformation = (value) => decodeEscapes(value, '0', readLiteral);

function readLiteral(value: string, at: number, out: ByteWriter): number {
  const prefixed = value[at + 1] === 'x' || value[at + 1] === 'X';
  const first = at + 2;
  let end = first;
  while (prefixed) {
    const byte = hexByteAt(value, end);
    if (byte < 0) break;
    out.push(byte);
    end += 2;
  }
  if (end > first) return end;
  out.push(0x30);
  return at + 1;
}
