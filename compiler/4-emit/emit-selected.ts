/** Emits the call that selects the entries of a test. */
import type { Rule, Test } from '../3-specialize/program.ts';
import { type Code, ts } from './code.ts';
import type { RuleContext } from './rule-context.ts';

export function emitSelected(test: Test, rule: Rule, { shared, sharing }: RuleContext): Code {
  const fixed = test.targets.every((target) => target.variable.record.life === 'fixed');
  const targets = shared.targets(test.targets, fixed && sharing.kind === 'PerTransaction');
  return rule.condition.excludable
    ? ts`${targets}(tx, tx.exclusions(${rule.ruleIndex}))`
    : ts`${targets}(tx)`;
}
