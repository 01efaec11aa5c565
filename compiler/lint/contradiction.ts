/** Finds tests of one rule that contradict each other, such as numbers that no value can satisfy. */
import { parseInteger } from '#engine/bytes/parse-integer.ts';
import { literalText } from '../2-resolve/macro-text.ts';
import type { Rule, Test } from '../2-resolve/ruleset.ts';

type Range = { readonly from: number; readonly to: number };

const RANGES: ReadonlyMap<string, (number: number) => Range> = new Map([
  ['eq', (number: number): Range => ({ from: number, to: number })],
  ['ge', (number: number): Range => ({ from: number, to: Number.POSITIVE_INFINITY })],
  ['gt', (number: number): Range => ({ from: number + 1, to: Number.POSITIVE_INFINITY })],
  ['le', (number: number): Range => ({ from: Number.NEGATIVE_INFINITY, to: number })],
  ['lt', (number: number): Range => ({ from: Number.NEGATIVE_INFINITY, to: number - 1 })],
]);

/** Returns why no request can match the rule; undefined when no contradiction is found. */
export function contradiction({ links }: Rule): string | undefined {
  const ranges = new Map<string, Range>();
  for (const { test, effects } of links) {
    const bound = test && boundOf(test);
    if (bound !== undefined) {
      const before = ranges.get(bound.what) ?? bound.possible;
      const from = Math.max(before.from, bound.range.from);
      const to = Math.min(before.to, bound.range.to);
      if (from > to) return `${bound.what} cannot satisfy all its comparisons`;
      if (bound.isLasting) ranges.set(bound.what, { from, to });
    }
    // From here on a TX variable may have another value.
    if (test?.capture === true || effects.some((effect) => 'collection' in effect)) ranges.clear();
  }
  return undefined;
}

type Bound = {
  readonly what: string;
  readonly range: Range;
  readonly possible: Range;
  /** False for variables such as MATCHED_VAR, which each link of a chain may change. */
  readonly isLasting: boolean;
};

/**
 * Returns what the test requires of its only value; undefined when there may be several values or the test compares no
 * number.
 */
function boundOf({
  targets,
  operator,
  argument,
  negated,
  transformations,
}: Test): Bound | undefined {
  const [target, ...others] = targets;
  const rangeOf = RANGES.get(operator.name);
  if (target === undefined || others.length > 0 || negated || rangeOf === undefined)
    return undefined;
  const text = argument.kind === 'Text' ? literalText(argument.text) : undefined;
  if (transformations.length > 0 || text === undefined) return undefined;
  const { variable, selector, mode } = target;
  const isCount = mode === 'count';
  const isSingle =
    variable.record.kind === 'scalar' || (variable.name === 'TX' && selector.kind === 'Key');
  if (!isCount && !isSingle) return undefined;
  const key = selector.kind === 'Key' ? `:${selector.key}` : '';
  if (isCount && selector.kind !== 'Key' && selector.kind !== 'All') return undefined;
  return {
    what: `${isCount ? '&' : ''}${variable.name}${key}`,
    range: rangeOf(parseInteger(text)),
    possible: { from: isCount ? 0 : Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY },
    isLasting: variable.record.life === 'fixed' || variable.name === 'TX',
  };
}
