/** Where in the rule file a part of a resolved link was written. */
import type * as ast from '../1-parse/ast.ts';
import type { Link, Rule, RuleSet } from '../2-resolve/ruleset.ts';

export { actionSpan } from '../2-resolve/action-span.ts';

/** The rules in load order: the index is the rule index of later stages. */
export function rulesOfSet({ entries }: RuleSet): readonly Rule[] {
  return entries.filter((entry) => entry.kind === 'Rule');
}

/** The operator's argument; undefined: SecAction. */
export function argumentOf({ written }: Link): ast.Text | undefined {
  return written.kind === 'SecRule' ? written.operator.argument : undefined;
}
