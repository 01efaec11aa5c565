/** @verifySVNR: Austrian social insurance numbers (docs/spec/seclang-evaluation.md#identity-numbers). */
import type { ByteString } from '../bytes/byte-string.ts';
import {
  captureNumbers,
  digitsIn,
  hasNumber,
  isRepeated,
  type SpanMatcher,
  weightedSum,
} from './identity-number.ts';

/** Weights of three digits, the check digit, and the date of birth. */
const WEIGHTS = [3, 7, 9, 0, 5, 8, 4, 2, 1, 6];

/** Numbers that count up, which ModSecurity excludes, too. */
const EXAMPLES = ['0123456789', '1234567890'];

/** Returns true when the expression finds a candidate of 10 digits with the right check digit. */
export function verifySVNR(value: ByteString, find: SpanMatcher): boolean {
  return hasNumber(value, find, isSvnr);
}

/** Returns the number found, with its separators; undefined: none. */
export function verifySVNRCaptures(
  value: ByteString,
  find: SpanMatcher,
): readonly ByteString[] | undefined {
  return captureNumbers(value, find, isSvnr, 1);
}

function isSvnr(value: ByteString, start: number, end: number): boolean {
  const digits = digitsIn(value, start, end);
  if (digits.length !== 10 || isRepeated(digits) || EXAMPLES.includes(digits)) return false;
  return (weightedSum(digits, WEIGHTS) % 11) % 10 === Number(digits[3]);
}
