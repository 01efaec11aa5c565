/** @verifySSN: United States social security numbers. */
import type { ByteString } from '../bytes/byte-string.ts';
import { captureNumbers, digitsIn, hasNumber, type SpanMatcher } from './identity-number.ts';
import { isUsSsn } from './us-ssn.ts';

/** Returns true when the expression finds a candidate of exactly nine digits that can be such a number. */
export function verifySSN(value: ByteString, find: SpanMatcher): boolean {
  return hasNumber(value, find, isSsn);
}

/** Returns the number found, with its separators; undefined: none. */
export function verifySSNCaptures(
  value: ByteString,
  find: SpanMatcher,
): readonly ByteString[] | undefined {
  return captureNumbers(value, find, isSsn, 1);
}

function isSsn(value: ByteString, start: number, end: number): boolean {
  const digits = digitsIn(value, start, end);
  return digits.length === 9 && isUsSsn(digits);
}
