/** @rx: regular expressions over bytes, matched in linear time whatever the input. */
import type { ByteString } from '../byte-string.ts';
import { captures, findAll, type Matcher, type Span, test } from '../regex/matcher.ts';

/** `SecRule ARGS "@rx ^\d+$"`: true when the expression matches somewhere in the value. */
export function rx(value: ByteString, pattern: Matcher): boolean {
  return test(pattern, value);
}

/** TX.0 to TX.9. */
const MOST_CAPTURES = 10;

/** The whole match and its groups 1 to 9. */
export function rxCaptures(value: ByteString, pattern: Matcher): readonly ByteString[] | undefined {
  return test(pattern, value) ? captures(pattern, value)?.slice(0, MOST_CAPTURES) : undefined;
}

/** @rxGlobal captures the first ten matches, none overlapping another. */
export function rxGlobalCaptures(
  value: ByteString,
  pattern: Matcher,
): readonly ByteString[] | undefined {
  const spans = findAll(pattern, value, MOST_CAPTURES);
  return spans.length === 0 ? undefined : spans.map(([start, end]) => value.slice(start, end));
}

export type { Span };
