/** Expressions on constants, matched by the engine itself. */
import type { AutomatonCode } from '../../runtime/engine/regex/automaton-code.ts';
import { createBudget } from '../../runtime/engine/regex/dfa.ts';
import { loadMatcher, test } from '../../runtime/engine/regex/matcher.ts';

const MEMORY = 1 << 20;

export function matchesPattern(code: AutomatonCode, value: string): boolean {
  return test(loadMatcher(code, createBudget(MEMORY)), value);
}
