/** The 8th bit of 7-bit data. */
import { mapBytes } from './map-bytes.ts';
import type { Transformation } from './transformation.ts';

const PARITY_BIT = 0x80;
const DATA_BITS = 0x7f;

/** Sets bit 7 so that the number of set bits is even (manual: "parity of 7-bit data"; the old bit 7 does not count). */
export const parityEven7bit: Transformation = mapBytes((byte) =>
  hasOddBits(byte & DATA_BITS) ? byte | PARITY_BIT : byte & DATA_BITS,
);

/** Sets bit 7 so that the number of set bits is odd. */
export const parityOdd7bit: Transformation = mapBytes((byte) =>
  hasOddBits(byte & DATA_BITS) ? byte & DATA_BITS : byte | PARITY_BIT,
);

/** Clears bit 7. */
export const parityZero7bit: Transformation = mapBytes((byte) => byte & DATA_BITS);

function hasOddBits(bits: number): boolean {
  let odd = false;
  for (let rest = bits; rest > 0; rest >>= 1) if (rest & 1) odd = !odd;
  return odd;
}
