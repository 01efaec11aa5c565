/** Tests whether two expressions match the same texts, with strings generated from both. This is not a proof. */
import { compileExact } from '#compiler/regex/compile-memoized.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { createBudget } from '#engine/regex/dfa.ts';
import { loadMatcher, type Matcher, test } from '#engine/regex/matcher.ts';
import { sampleStrings } from './sample-strings.ts';

export type Comparison =
  /** The texts of both are equal, byte for byte. */
  | { readonly kind: 'same text' }
  | { readonly kind: 'same matches'; readonly tried: number }
  /** `by` is the expression that matches the text; the other one does not. */
  | { readonly kind: 'differs'; readonly text: ByteString; readonly by: 'file' | 'rule' }
  | { readonly kind: 'error'; readonly message: string };

/** The number of strings for each expression; each is used in four variants. */
const SAMPLES = 2000;
const BUDGET = 24 << 20;

export function compareExpressions(file: string, rule: string): Comparison {
  if (file === rule) return { kind: 'same text' };
  const [left, right] = [compileExact(file), compileExact(rule)];
  if (left.kind === 'Error') return { kind: 'error', message: `the file: ${left.message}` };
  if (right.kind === 'Error') return { kind: 'error', message: `the rule: ${right.message}` };
  if (left.code === undefined || right.code === undefined) {
    return { kind: 'error', message: 'an atomic group cannot be compared' };
  }
  const matchers: readonly [Matcher, Matcher] = [
    loadMatcher(left.code, createBudget(BUDGET)),
    loadMatcher(right.code, createBudget(BUDGET)),
  ];
  const samples = [left, right].flatMap(({ regex }, index) =>
    sampleStrings(regex.root, SAMPLES, index + 1),
  );
  for (const text of samples) {
    const [isLeft, isRight] = [test(matchers[0], text), test(matchers[1], text)];
    if (isLeft !== isRight) return { kind: 'differs', text, by: isLeft ? 'file' : 'rule' };
  }
  return { kind: 'same matches', tried: samples.length };
}
