/** @rx: regular expressions over bytes, matched in linear time for any input. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { Captures } from '../collections/captures.ts';
import {
  captures,
  findAll,
  finderIn,
  locate,
  type Matcher,
  type Span,
  test,
} from '../regex/matcher.ts';
import type { SpanMatcher } from './identity-number.ts';

/** Returns true when the expression, such as `^\d+$`, matches somewhere in the value. */
export function rx(value: ByteString, pattern: Matcher): boolean {
  return test(pattern, value);
}

/** TX.0 to TX.9. */
const MOST_CAPTURES = 10;

/** Returns the whole match and its groups 1 to 9, computed when they are read; undefined: no match. */
export function rxCaptures(value: ByteString, pattern: Matcher): Captures | undefined {
  const from = locate(pattern, value);
  if (from === -1) return undefined;
  return (most) => captures(pattern, value, from, most)?.slice(0, MOST_CAPTURES) ?? [];
}

/** Returns the captures of an expression without groups that only matches whole values. */
export function rxWholeCaptures(value: ByteString, pattern: Matcher): Captures | undefined {
  return test(pattern, value) ? [value] : undefined;
}

/**
 * Returns the captures of @rxGlobal: match after match, each with its groups, ten texts at most. Matches do not
 * overlap; empty matches count only when there are no others.
 */
export function rxGlobalCaptures(
  value: ByteString,
  pattern: Matcher,
): readonly ByteString[] | undefined {
  const spans = findAll(pattern, value, MOST_CAPTURES);
  const [first] = spans;
  if (first === undefined) return undefined;
  const full = spans.filter(([start, end]) => end > start);
  return (full.length === 0 ? [first] : full)
    .flatMap(([start]) => captures(pattern, value, start) ?? [])
    .slice(0, MOST_CAPTURES);
}

/** Returns a search for operators that check each candidate that an expression finds. */
export function findSpans(pattern: Matcher): SpanMatcher {
  return (value) => finderIn(pattern, value);
}

export type { Span };
