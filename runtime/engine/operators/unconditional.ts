/** Operators that do not read the value. */
import type { ByteString } from '../bytes/byte-string.ts';

/** @noMatch: never matches. */
export function noMatch(_value: ByteString): boolean {
  return false;
}

/** @unconditionalMatch: matches every value. */
export function unconditionalMatch(_value: ByteString): boolean {
  return true;
}
