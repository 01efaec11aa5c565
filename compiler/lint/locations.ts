/** Locates parts of resolved links in the rule file. */
import type * as ast from '../1-parse/ast.ts';
import type { Link, Rule, RuleSet } from '../2-resolve/ruleset.ts';
import type { Span } from '../source.ts';

/** Returns the rules in load order; the position is the rule index of later stages. */
export function rulesOfSet({ entries }: RuleSet): readonly Rule[] {
  return entries.filter((entry) => entry.kind === 'Rule');
}

/** Returns the argument of the operator; undefined for a SecAction. */
export function argumentOf({ written }: Link): ast.Text | undefined {
  return written.kind === 'SecRule' ? written.operator.argument : undefined;
}

/** Returns the span of the first action of that name (lower case); of the directive when it has none. */
export function actionSpan({ written, span }: Link, name: string): Span {
  const found = written.actions.find((action) => action.name.text.toLowerCase() === name);
  return found?.span ?? span;
}
