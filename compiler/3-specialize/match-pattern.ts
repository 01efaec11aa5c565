/** Matches expressions on constants with the engine itself. */
import type { AutomatonCode } from '#engine/regex/automaton-code.ts';
import { createBudget } from '#engine/regex/dfa.ts';
import { loadMatcher, test } from '#engine/regex/matcher.ts';
import { memoizeByKey } from '../memoize.ts';

const MEMORY = 1 << 20;

export function matchesPattern(code: AutomatonCode, value: string): boolean {
  return matches({ code, value });
}

/** Memoised: a body that is never inspected is the same empty text for every profile and every run of a watch. */
const matches = memoizeByKey(
  ({ code, value }: { readonly code: AutomatonCode; readonly value: string }) => `${code} ${value}`,
  ({ code, value }) => test(loadMatcher(code, createBudget(MEMORY)), value),
);
