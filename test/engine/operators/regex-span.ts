/** A JavaScript expression in the role of the compiled one that rules use. */
import type { SpanMatcher } from '#engine/operators/identity-number.ts';

export function regexSpan(pattern: string): SpanMatcher {
  const regex = new RegExp(pattern, 'g');
  return (value) => (from) => {
    regex.lastIndex = from;
    const match = regex.exec(value);
    return match === null ? undefined : [match.index, match.index + match[0].length];
  };
}
