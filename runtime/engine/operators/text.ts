/** Operators that search for one text: case-sensitive, byte by byte; every value contains the empty argument. */
import type { ByteString } from '../bytes/byte-string.ts';
import { containsBytes, containsWholeWord } from '../text-search/substring.ts';

/** Returns true when the value begins with the argument. */
export function beginsWith(value: ByteString, argument: ByteString): boolean {
  return value.startsWith(argument);
}

/** Returns true when the value ends with the argument. */
export function endsWith(value: ByteString, argument: ByteString): boolean {
  return value.endsWith(argument);
}

/** Returns true when the value contains the argument. */
export function contains(value: ByteString, argument: ByteString): boolean {
  return containsBytes(value, argument);
}

/** Does the same as `contains`; the name is that of a search algorithm in ModSecurity 2 (manual: strmatch). */
export function strmatch(value: ByteString, argument: ByteString): boolean {
  return containsBytes(value, argument);
}

/** Returns true when the value contains the argument with no letter, digit or `_` on either side, as in ModSecurity 2. */
export function containsWord(value: ByteString, argument: ByteString): boolean {
  return containsWholeWord(value, argument);
}

/** Returns true when value and argument are the same bytes. */
export function streq(value: ByteString, argument: ByteString): boolean {
  return value === argument;
}

/**
 * Returns true when the argument contains the value: "" always, `ET,P` in `GET,POST`
 * (docs/compatibility.md#where-the-engines-disagree, no. 48).
 */
export function within(value: ByteString, argument: ByteString): boolean {
  return containsBytes(argument, value);
}
