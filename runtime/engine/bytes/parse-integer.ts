/** Parses numbers as rules do: as in Coraza, so that any other text is 0 (docs/spec/seclang-evaluation.md#numbers). */
import type { ByteString } from './byte-string.ts';

/** 2^63, where Go's 64-bit Atoi saturates; the nearest double to both bounds. */
const LIMIT = 2 ** 63;

/**
 * Parses an optional sign and decimal digits; any other text is 0. Saturates at +-2^63. Beyond 2^53 neighbouring
 * numbers are equal, because the result is a double.
 */
export function parseInteger(text: ByteString): number {
  const first = text.charCodeAt(0);
  const signed = first === 0x2b || first === 0x2d;
  const start = signed ? 1 : 0;
  if (start === text.length) return 0;
  let magnitude = 0;
  for (let index = start; index < text.length; index += 1) {
    const digit = text.charCodeAt(index) - 0x30;
    if (digit < 0 || digit > 9) return 0;
    magnitude = magnitude * 10 + digit;
  }
  const saturated = Math.min(magnitude, LIMIT);
  return first === 0x2d ? 0 - saturated : saturated;
}
