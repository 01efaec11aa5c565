/** Whether any rule looks at the match of a rule before it. */
import type { Macro } from '../2-resolve/ruleset.ts';
import type { Program } from './program.ts';
import { rulesOf } from './tx-reads.ts';

const MATCHED: ReadonlySet<string> = new Set(['MATCHED_VAR', 'MATCHED_VAR_NAME']);

/** True when the first link of a rule inspects MATCHED_VAR or names it in its operator. */
export function readsMatchBefore(program: Program): boolean {
  return rulesOf(program).some((rule) => {
    const test = rule.links[0]?.test;
    if (test === undefined) return false;
    const argument: Macro = test.argument.kind === 'Text' ? test.argument.text : [];
    return (
      test.targets.some((target) => MATCHED.has(target.variable.name)) ||
      argument.some((part) => part.kind === 'Variable' && MATCHED.has(part.variable.name))
    );
  });
}
