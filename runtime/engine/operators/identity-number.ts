/** Knows how to look for identity numbers: candidates by an expression, then a check of their digits. */
import type { ByteString } from '../bytes/byte-string.ts';

export type Span = readonly [start: number, end: number];

/** Made for one value: the leftmost match at or after `from`, as a char range of the whole value. */
export type FindSpan = (from: number) => Span | undefined;

/** Looks for matches of an expression; what needs the whole value is done once for all of them. */
export type SpanMatcher = (value: ByteString) => FindSpan;

/** True when the candidate value[start, end) is a number of the kind looked for. */
type Check = (value: ByteString, start: number, end: number) => boolean;

/**
 * Chars. After a candidate that fails, the search goes on one char later, as in ModSecurity, so that a
 * number is found after digits that are not part of it. Longer candidates are skipped whole instead,
 * or one long run of digits would take quadratic time.
 */
const LONGEST_RETRIED = 64;

/** True when some candidate passes the check. */
export function hasNumber(value: ByteString, find: SpanMatcher, check: Check): boolean {
  return findNumbers(value, find, check, 1).length > 0;
}

/** TX.0 and on: the first `limit` candidates that pass, with their separators; undefined: none does. */
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
