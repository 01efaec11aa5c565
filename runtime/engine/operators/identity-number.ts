/** Searches values for identity numbers: an expression finds candidates, and a check of their digits decides. */
import type { ByteString } from '../bytes/byte-string.ts';

export type Span = readonly [start: number, end: number];

/** Returns the leftmost match at or after `from`, as a char range of the whole value. Made for one value. */
export type FindSpan = (from: number) => Span | undefined;

/** Prepares a search for matches of an expression; work on the whole value is done once for all its matches. */
export type SpanMatcher = (value: ByteString) => FindSpan;

/** Returns whether the candidate value[start, end) is a valid number. */
type Check = (value: ByteString, start: number, end: number) => boolean;

/**
 * Chars. After a candidate that fails the check, the search continues one char later, as in ModSecurity, so that a
 * number is found after digits that are not part of it. Longer candidates are skipped as a whole, because one long
 * run of digits would take quadratic time.
 */
const LONGEST_RETRIED = 64;

/** Returns true when some candidate passes the check. */
export function hasNumber(value: ByteString, find: SpanMatcher, check: Check): boolean {
  return findNumbers(value, find, check, 1).length > 0;
}

/**
 * Returns the first `limit` candidates that pass the check, with their separators, for TX.0 and on; undefined: none
 * passes.
 */
export function captureNumbers(
  value: ByteString,
  find: SpanMatcher,
  check: Check,
  limit: number,
): readonly ByteString[] | undefined {
  const spans = findNumbers(value, find, check, limit);
  return spans.length === 0 ? undefined : spans.map(([start, end]) => value.slice(start, end));
}

function findNumbers(
  value: ByteString,
  find: SpanMatcher,
  check: Check,
  limit: number,
): readonly Span[] {
  const found: Span[] = [];
  const next = find(value);
  for (let from = 0; from < value.length && found.length < limit; ) {
    const span = next(from);
    if (span === undefined) break;
    const [start, end] = span;
    const passes = check(value, start, end);
    if (passes) found.push(span);
    from = passes || end - start > LONGEST_RETRIED ? end : start + 1;
  }
  return found;
}

/** Returns the decimal digits of value[start, end). */
export function digitsIn(value: ByteString, start: number, end: number): string {
  return value.slice(start, end).replace(/[^0-9]+/g, '');
}

/** Returns the sum of digit times weight; digits without a weight do not count. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
}

/** Returns whether all digits are the same, such as `0000`: placeholders, not real numbers. */
export function isRepeated(digits: string): boolean {
  return digits === digits.charAt(0).repeat(digits.length);
}
