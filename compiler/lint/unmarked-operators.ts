/** Reports operators without an @, such as `SecRule ARGS "detectSQLi"`: they are expressions, which hardly ever match. */
import type { Link } from '../2-resolve/ruleset.ts';
import { operators } from '../language/operators/index.ts';
import type { LintContext } from './context.ts';
import { rulesOfSet } from './locations.ts';
import * as problem from './problems.ts';

export function lintUnmarkedOperators({ ruleSet, diagnostics }: LintContext): void {
  for (const link of rulesOfSet(ruleSet).flatMap((rule) => rule.links)) {
    const name = unmarkedOperator(link);
    if (name === undefined || link.written.kind !== 'SecRule') continue;
    const { negated, argument } = link.written.operator;
    diagnostics.report(problem.missingAt(name, negated), argument.span);
  }
}

/** Returns the operator with which an expression without an operator begins; undefined when it is no operator. */
export function unmarkedOperator({ written }: Link): string | undefined {
  if (written.kind !== 'SecRule') return undefined;
  const { name, argument } = written.operator;
  if (name.span.start < name.span.end) return undefined;
  const [, word = '', rest = ''] = /^([a-z]\w*)(?:[ \t]+(.*))?$/is.exec(argument.text) ?? [];
  const operator = operators.get(word.toLowerCase());
  if (operator === undefined) return undefined;
  // Words such as "contains" also begin texts, and then often with a capital.
  const isWord = operator.name === operator.name.toLowerCase();
  const isName = word === operator.name || !isWord;
  return isName && takes(operator.argument, rest) ? operator.name : undefined;
}

function takes(kind: string, rest: string): boolean {
  if (kind === 'none' || kind === 'transaction') return rest === '';
  if (kind === 'number') return /^(?:[+-]?\d+|%\{.*\})$/.test(rest);
  return rest !== '';
}
