/**
 * Checks whether digits can be a United States social security number
 * (docs/spec/seclang-evaluation.md#identity-numbers).
 */
import { isRepeated } from './identity-number.ts';

/**
 * Returns true when the area is 001 to 739 but not 666, group and serial are not zero, and the digits neither repeat
 * nor count up.
 */
export function isUsSsn(digits: string): boolean {
  const area = Number(digits.slice(0, 3));
  const group = Number(digits.slice(3, 5));
  const serial = Number(digits.slice(5, 9));
  if (area === 0 || area === 666 || area >= 740 || group === 0 || serial === 0) return false;
  return !isRepeated(digits) && !'0123456789'.includes(digits);
}
