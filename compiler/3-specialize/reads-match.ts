/** Finds out whether any rule reads the match of an earlier rule. */
import { argumentMacro } from '../2-resolve/macro-text.ts';
import type { Program } from './program.ts';
import { rulesOf } from './tx-reads.ts';

const MATCHED: ReadonlySet<string> = new Set(['MATCHED_VAR', 'MATCHED_VAR_NAME']);

/**
 * Returns true when the first link of a rule reads MATCHED_VAR: as a target, in the argument of its operator, or through
 * RULE:msg and RULE:logdata.
 */
export function readsMatchBefore(program: Program): boolean {
  return rulesOf(program).some((rule) => {
    const test = rule.links[0]?.test;
    if (test === undefined) return false;
    const { message = [], logdata = [] } = rule.texts ?? {};
    return (
      test.targets.some((target) => MATCHED.has(target.variable.name)) ||
      [...argumentMacro(test.argument), ...message, ...logdata].some(
        (part) => part.kind === 'Variable' && MATCHED.has(part.variable.name),
      )
    );
  });
}
