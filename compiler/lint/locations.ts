/** Where in the rule file a part of a resolved link was written. */
import type * as ast from '../1-parse/ast.ts';
import type { Link, Rule, RuleSet } from '../2-resolve/ruleset.ts';
import type { Span } from '../source.ts';

export { actionSpan } from '../2-resolve/action-span.ts';

/** The rules in load order: the index is the slot that later stages speak of. */
export function rulesOfSet({ entries }: RuleSet): readonly Rule[] {
  return entries.filter((entry) => entry.kind === 'Rule');
}

/** The operator's argument; undefined: SecAction. */
export function argumentOf({ written }: Link): ast.Text | undefined {
  return written.kind === 'SecRule' ? written.operator.argument : undefined;
}

/** The target as written; the whole directive when an update has added it. */
export function targetSpan(link: Link, variable: string, key: string | undefined): Span {
  if (link.written.kind === 'SecAction') return link.span;
  const named = link.written.targets.filter(
    (target) => target.mode !== 'exclude' && target.variable.text.toUpperCase() === variable,
  );
  const exact = named.find((target) => target.selector?.text.toLowerCase() === key?.toLowerCase());
  return (exact ?? named[0])?.span ?? link.span;
}

/** The first place of `text` (compared without case) in the directive, as the macro %{text} is written. */
export function macroSpan(link: Link, text: string): Span {
  const { source, start, end } = link.span;
  const at = source.text.slice(start, end).toLowerCase().indexOf(`%{${text.toLowerCase()}}`);
  return at === -1 ? link.span : { source, start: start + at, end: start + at + text.length + 3 };
}
