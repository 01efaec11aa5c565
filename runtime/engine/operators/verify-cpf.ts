/** @verifyCPF: Brazilian taxpayer numbers (docs/spec/seclang-evaluation.md#identity-numbers). */
import type { ByteString } from '../bytes/byte-string.ts';
import {
  captureNumbers,
  digitsIn,
  hasNumber,
  isRepeated,
  type SpanMatcher,
  weightedSum,
} from './identity-number.ts';

const FIRST_WEIGHTS = [10, 9, 8, 7, 6, 5, 4, 3, 2];
const SECOND_WEIGHTS = [11, ...FIRST_WEIGHTS];

/** Its check digits are right, but forms show it as an example; ModSecurity excludes it, too. */
const EXAMPLE = '01234567890';

/** Returns true when the expression finds a candidate of 11 digits with the right check digits. */
export function verifyCPF(value: ByteString, find: SpanMatcher): boolean {
  return hasNumber(value, find, isCpf);
}

/** Returns the number found, with its separators; undefined: none. */
export function verifyCPFCaptures(
  value: ByteString,
  find: SpanMatcher,
): readonly ByteString[] | undefined {
  return captureNumbers(value, find, isCpf, 1);
}

function isCpf(value: ByteString, start: number, end: number): boolean {
  const digits = digitsIn(value, start, end);
  if (digits.length !== 11 || isRepeated(digits) || digits === EXAMPLE) return false;
  return (
    checkDigit(weightedSum(digits, FIRST_WEIGHTS)) === Number(digits[9]) &&
    checkDigit(weightedSum(digits, SECOND_WEIGHTS)) === Number(digits[10])
  );
}

function checkDigit(sum: number): number {
  const remainder = sum % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}
