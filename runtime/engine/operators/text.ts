/** Operators that look for one text: case-sensitive, byte by byte; the empty argument is in every value. */
import type { ByteString } from '../bytes/byte-string.ts';
import { containsBytes, containsWholeWord } from '../text-search/substring.ts';

/** True when the value begins with the argument. */
export function beginsWith(value: ByteString, argument: ByteString): boolean {
  return value.startsWith(argument);
}

/** True when the value ends with the argument. */
export function endsWith(value: ByteString, argument: ByteString): boolean {
  return value.endsWith(argument);
}

/** True when the argument is somewhere in the value. */
export function contains(value: ByteString, argument: ByteString): boolean {
  return containsBytes(value, argument);
}

/** The same as `contains`: ModSecurity 2 names its search algorithm (manual: strmatch). */
export function strmatch(value: ByteString, argument: ByteString): boolean {
  return containsBytes(value, argument);
}

/** True when the argument is in the value with no letter, digit or `_` on either side, as in ModSecurity 2. */
export function containsWord(value: ByteString, argument: ByteString): boolean {
  return containsWholeWord(value, argument);
}

/** True when value and argument are the same bytes. */
export function streq(value: ByteString, argument: ByteString): boolean {
  return value === argument;
}

/**
 * True when the value is somewhere in the argument: "" always, `ET,P` in `GET,POST`
 * (docs/compatibility.md#where-the-engines-disagree, no. 48).
 */
export function within(value: ByteString, argument: ByteString): boolean {
  return containsBytes(argument, value);
}
