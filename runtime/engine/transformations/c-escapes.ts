/** The escapes that C and JavaScript share: a letter, or any other char that means itself. */
import type { ByteWriter } from './byte-writer.ts';

const BACKSLASH = 0x5c;

/** By the byte after the backslash; all but seven letters mean themselves. */
const MEANING = Uint8Array.from({ length: 256 }, (_, byte) => byte);
for (const [letter, byte] of [
  ['a', 0x07],
  ['b', 0x08],
  ['f', 0x0c],
  ['n', 0x0a],
  ['r', 0x0d],
  ['t', 0x09],
  ['v', 0x0b],
] as const) {
  MEANING[letter.charCodeAt(0)] = byte;
}

/** Decodes the backslash at `at` and the char after it; returns the offset after them. A backslash at the end stays. */
export function readCEscape(value: string, at: number, out: ByteWriter): number {
  const byte = MEANING[value.charCodeAt(at + 1)];
  out.push(byte ?? BACKSLASH);
  return byte === undefined ? at + 1 : at + 2;
}
