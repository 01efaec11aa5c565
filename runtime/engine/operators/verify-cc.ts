/** @verifyCC: credit card numbers (docs/spec/seclang-evaluation.md#identity-numbers). */
import type { ByteString } from '../bytes/byte-string.ts';
import { captureNumbers, hasNumber, type SpanMatcher } from './identity-number.ts';

/** Returns true when the expression finds a candidate whose digits pass the Luhn check. */
export function verifyCC(value: ByteString, find: SpanMatcher): boolean {
  return hasNumber(value, find, passesLuhn);
}

/** Returns the number found, with its separators; undefined: none. */
export function verifyCCCaptures(
  value: ByteString,
  find: SpanMatcher,
): readonly ByteString[] | undefined {
  return captureNumbers(value, find, passesLuhn, 1);
}

/**
 * Checks the Luhn sum (ISO/IEC 7812-1 annex B): from the right, every second digit is doubled; 9 is subtracted from
 * results above 9.
 */
function passesLuhn(value: ByteString, start: number, end: number): boolean {
  let sum = 0;
  let digits = 0;
  for (let index = end - 1; index >= start; index -= 1) {
    const digit = value.charCodeAt(index) - 0x30;
    if (digit < 0 || digit > 9) continue;
    const weighted = digits % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
    digits += 1;
  }
  return digits > 0 && sum % 10 === 0;
}
