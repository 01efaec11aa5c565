/** @rx: regular expressions over bytes, matched in linear time whatever the input. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { Captures } from '../collections/captures.ts';
import {
  captures,
  findAll,
  finderIn,
  locateCandidate,
  looksAround,
  type Matcher,
  type Span,
  test,
} from '../regex/matcher.ts';
import type { SpanMatcher } from './identity-number.ts';

/** `SecRule ARGS "@rx ^\d+$"`: true when the expression matches somewhere in the value. */
export function rx(value: ByteString, pattern: Matcher): boolean {
  return test(pattern, value);
}

/** TX.0 to TX.9. */
const MOST_CAPTURES = 10;

/** The whole match and its groups 1 to 9. */
export function rxCaptures(value: ByteString, pattern: Matcher): Captures | undefined {
  const from = locateCandidate(pattern, value);
  if (from === -1) return undefined;
  const texts = () => captures(pattern, value, from)?.slice(0, MOST_CAPTURES);
  return looksAround(pattern) ? texts() : () => texts() ?? [];
}

/** Of an expression without groups that matches nothing less than a whole value. */
export function rxWholeCaptures(value: ByteString, pattern: Matcher): Captures | undefined {
  return test(pattern, value) ? [value] : undefined;
}

/**
 * @rxGlobal captures match after match, the whole of it and its groups, ten texts in all; none overlaps
 * another, and empty ones count only where there is no other.
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

/** For operators that check each candidate an expression finds. */
export function findSpans(pattern: Matcher): SpanMatcher {
  return (value) => finderIn(pattern, value);
}

export type { Span };
