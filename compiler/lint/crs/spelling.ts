/** Reports names that are not in the case of the manual, and operators that are not written out. */
import type { Text } from '../../1-parse/ast.ts';
import type { Link } from '../../2-resolve/ruleset.ts';
import {
  canonicalAction,
  canonicalControl,
  canonicalOperator,
  canonicalTransformation,
} from '../../format/canonical-names.ts';
import type { LintContext } from '../context.ts';
import { unmarkedOperator } from '../unmarked-operators.ts';
import { actionsNamed, crsLinksOf } from './crs-rules.ts';
import * as problem from './problems.ts';

export function lintNameCase({ ruleSet, diagnostics }: LintContext): void {
  for (const [{ text, span }, canonical] of crsLinksOf(ruleSet).flatMap(namesOf)) {
    const name = canonical(text);
    if (name !== text) diagnostics.report(problem.nameCase(text, name), span);
  }
}

type Named = readonly [written: Text, canonical: (name: string) => string];

function namesOf(link: Link): readonly Named[] {
  const { written } = link;
  const argumentsOf = (name: string): readonly Text[] =>
    actionsNamed(link, name).flatMap(({ argument }) => argument ?? []);
  const operator = written.kind === 'SecRule' ? [written.operator.name] : [];
  return [
    ...operator.map((name): Named => [name, canonicalOperator]),
    ...written.actions.map(({ name }): Named => [name, canonicalAction]),
    ...argumentsOf('t').map((name): Named => [name, canonicalTransformation]),
    ...argumentsOf('ctl').map(({ text, span }): Named => {
      const [name = ''] = text.split('=');
      return [{ text: name, span }, canonicalControl];
    }),
  ];
}

export function lintImplicitOperators({ ruleSet, diagnostics }: LintContext): void {
  for (const link of crsLinksOf(ruleSet)) {
    const { written } = link;
    if (written.kind !== 'SecRule') continue;
    const { name, argument, span } = written.operator;
    if (name.span.start < name.span.end) continue;
    const { source, start, end } = argument.span;
    // `missing-at` reports a text that resembles an operator, and no fix may decide that it is an expression.
    const isFixable = source.text[span.start] === '"' && unmarkedOperator(link) === undefined;
    const expression = isFixable ? source.text.slice(start, end) : undefined;
    diagnostics.report(problem.implicitOperator(expression), span);
  }
}
