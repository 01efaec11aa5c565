/** Checks that a profile that adds up anomaly scores also evaluates them; otherwise it blocks nothing. */
import type { Diagnostics } from '../diagnostics.ts';
import { type Span, textOf } from '../source.ts';
import * as problem from './problems.ts';
import type { Link, Marker, Rule } from './ruleset.ts';

const SCORE = /anomaly_score/i;

/** Reports scores that no rule evaluates. `leftOut` are directives with errors, one of which may be the evaluation. */
export function checkScores(
  entries: readonly (Rule | Marker)[],
  leftOut: readonly Span[],
  diagnostics: Diagnostics,
): void {
  if (leftOut.some((span) => SCORE.test(textOf(span)))) return;
  const rules = entries.filter((entry) => entry.kind === 'Rule');
  const first = rules.find((rule) => !disrupts(rule) && rule.links.some(addsScore));
  if (first === undefined) return;
  const isEvaluated = rules.some((rule) => disrupts(rule) && rule.links.some(testsScore));
  if (!isEvaluated) diagnostics.report(problem.unevaluatedScores(), first.span);
}

function disrupts({ disruptive }: Rule): boolean {
  return disruptive !== undefined && disruptive.kind !== 'pass' && disruptive.kind !== 'allow';
}

function addsScore({ effects }: Link): boolean {
  return effects.some(
    (effect) =>
      effect.kind === 'SetVariable' &&
      effect.operation === 'add' &&
      effect.name.some((part) => part.kind === 'Literal' && SCORE.test(part.text)),
  );
}

function testsScore({ test }: Link): boolean {
  return (test?.targets ?? []).some(
    ({ variable, selector }) =>
      variable.name === 'TX' && selector.kind === 'Key' && SCORE.test(selector.key),
  );
}
