/** The 8th bit of 7-bit data. */
import { mapBytes } from './map-bytes.ts';
import type { Transformation } from './transformation.ts';

const PARITY_BIT = 0x80;
const DATA_BITS = 0x7f;

/** Bit 7 makes the number of set bits even (manual: "parity of 7-bit data"; what bit 7 was does not count). */
export const parityEven7bit: Transformation = mapBytes((byte) =>
  hasOddBits(byte & DATA_BITS) ? byte | PARITY_BIT : byte & DATA_BITS,
);

/** Bit 7 makes the number of set bits odd. */
export const parityOdd7bit: Transformation = mapBytes((byte) =>
  hasOddBits(byte & DATA_BITS) ? byte & DATA_BITS : byte | PARITY_BIT,
);

/** Bit 7 is cleared. */
export const parityZero7bit: Transformation = mapBytes((byte) => byte & DATA_BITS);

function hasOddBits(bits: number): boolean {
  let odd = false;
  for (let rest = bits; rest > 0; rest >>= 1) if (rest & 1) odd = !odd;
  return odd;
}
