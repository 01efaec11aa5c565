/** Pattern -> matcher, through the compiler. */
import { compileAutomaton } from '#engine/regex/compile/compile-automaton.ts';
import { createBudget } from '#engine/regex/dfa.ts';
import { loadMatcher, type Matcher } from '#engine/regex/matcher.ts';
import { regexOf } from '../../compiler/regex/crs-patterns.ts';

export function loadPattern(pattern: string, budget = createBudget(16 << 20)): Matcher {
  return loadMatcher(codeOf(pattern), budget);
}

export function codeOf(pattern: string): string {
  const compiled = compileAutomaton(regexOf(pattern));
  if (compiled.kind === 'Ok') return compiled.code;
  throw new Error(`${pattern}: ${compiled.message} (at ${compiled.index})`);
}
