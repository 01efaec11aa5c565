/** Reports targets that are still empty in the phase of their rule. */
import type { LintContext } from './context.ts';
import { rulesOfSet } from './locations.ts';
import * as problem from './problems.ts';

/** Variables that have the request line and the headers in phase 1 already. */
const WITHOUT_BODY: ReadonlySet<string> = new Set(['FULL_REQUEST', 'FULL_REQUEST_LENGTH']);

export function lintPhases({ ruleSet, diagnostics }: LintContext): void {
  for (const rule of rulesOfSet(ruleSet)) {
    for (const link of rule.links) {
      for (const { variable, span } of link.test?.targets ?? []) {
        const { phase } = variable.record;
        if (phase <= rule.phase) continue;
        const lack = WITHOUT_BODY.has(variable.name) ? 'has no body' : 'is empty';
        diagnostics.report(problem.earlyVariable(variable.name, lack, phase, rule.phase), span);
      }
    }
  }
}
