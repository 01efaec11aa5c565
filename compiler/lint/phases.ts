/** Reports targets that are still empty in the phase of their rule. */
import type { LintContext } from './context.ts';
import { rulesOfSet } from './locations.ts';
import * as problem from './problems.ts';

export function lintPhases({ ruleSet, diagnostics }: LintContext): void {
  for (const rule of rulesOfSet(ruleSet)) {
    for (const link of rule.links) {
      for (const { variable, span } of link.test?.targets ?? []) {
        const { phase } = variable.record;
        if (phase <= rule.phase) continue;
        diagnostics.report(problem.earlyVariable(variable.name, phase, rule.phase), span);
      }
    }
  }
}
