/** Lints for action lists: the order of actions, forbidden combinations, and deprecated actions. */
import { rankOf } from '../../format/action-order.ts';
import type { LintContext } from '../context.ts';
import { actionsNamed, crsLinksOf } from './crs-rules.ts';
import * as problem from './problems.ts';

/** Reports one finding for a list: the first action that follows one of a later group. */
export function lintActionOrder({ ruleSet, diagnostics }: LintContext): void {
  for (const { written } of crsLinksOf(ruleSet)) {
    const { actions } = written;
    const late = actions.find((action, index) => {
      const before = actions[index - 1];
      return before !== undefined && rankOf(before) > rankOf(action);
    });
    const before = late && actions.find((action) => rankOf(action) > rankOf(late));
    if (late === undefined || before === undefined) continue;
    diagnostics.report(problem.actionOrder(late.name.text, before.name.text), late.span);
  }
}

export function lintLoggedPass({ ruleSet, diagnostics }: LintContext): void {
  for (const link of crsLinksOf(ruleSet)) {
    const [pass] = actionsNamed(link, 'pass');
    if (pass === undefined || actionsNamed(link, 'nolog').length > 0) continue;
    diagnostics.report(problem.loggedPass(), pass.span);
  }
}

export function lintDeprecatedCtl({ ruleSet, diagnostics }: LintContext): void {
  for (const link of crsLinksOf(ruleSet)) {
    for (const { argument, span } of actionsNamed(link, 'ctl')) {
      const isIt = /^auditLogParts\b/i.test(argument?.text ?? '');
      if (isIt) diagnostics.report(problem.deprecatedCtl(), span);
    }
  }
}
