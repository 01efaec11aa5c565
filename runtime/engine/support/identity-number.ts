/** Knows how to look for identity numbers: candidates by an expression, then a check of their digits. */
import type { ByteString } from '../byte-string.ts';

/** Leftmost match of an expression at or after `from`, as a char range of the whole value. */
export type SpanMatcher = (value: ByteString, from: number) => Span | undefined;

export type Span = readonly [start: number, end: number];

/** True when the candidate value[start, end) is a number of the kind looked for. */
type Check = (value: ByteString, start: number, end: number) => boolean;

/**
 * Chars. After a candidate that fails, the search goes on one char later, as in ModSecurity, so that a
 * number is found behind digits that are not part of it. Longer candidates are skipped whole instead,
 * or one long run of digits would take quadratic time.
 */
const LONGEST_RETRIED = 64;

/** The first candidate at or after `from` that passes the check. */
export function findNumber(
  value: ByteString,
  find: SpanMatcher,
  check: Check,
  from: number,
): Span | undefined {
  let span = find(value, from);
  while (span !== undefined) {
    const [start, end] = span;
    if (check(value, start, end)) return span;
    const next = end - start > LONGEST_RETRIED ? end : start + 1;
    if (next >= value.length) return undefined;
    span = find(value, next);
  }
  return undefined;
}

/** TX.0 of a match: the candidate that passes. */
export function captureNumber(
  value: ByteString,
  find: SpanMatcher,
  check: Check,
): readonly ByteString[] | undefined {
  const span = findNumber(value, find, check, 0);
  return span === undefined ? undefined : [value.slice(span[0], span[1])];
}

/** The decimal digits of value[start, end). */
export function digitsIn(value: ByteString, start: number, end: number): string {
  return value.slice(start, end).replace(/[^0-9]+/g, '');
}

/** Sum of digit times weight; digits without a weight do not count. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
}

/** `0000`, `1111`, ...: filled in by people who have to write something. */
export function isRepeated(digits: string): boolean {
  return digits === digits.charAt(0).repeat(digits.length);
}
