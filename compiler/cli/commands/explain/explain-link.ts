/** One link of a compiled rule: what it inspects, how, what it asks the prefilter first, what it costs. */
import { decodeAutomaton } from '../../../../runtime/engine/regex/automaton-code.ts';
import { buildNfa } from '../../../../runtime/engine/regex/nfa.ts';
import { needText, wordsOf } from '../../../3-specialize/derive-prefilters.ts';
import type { Link, PrefilterClause, Test } from '../../../3-specialize/program.ts';
import { argumentText } from '../../../4-emit/argument-text.ts';
import { targetSource } from '../../../4-emit/target-source.ts';
import { findAmbiguity } from '../../../regex/find-ambiguity.ts';
import { translateRegex } from '../../../regex/translate-regex.ts';
import type { ExpressionExplanation, LinkExplanation } from './explanation.ts';

/** `clauses`: of the prefilter. */
export function explainLink(
  { test, effects }: Link,
  clauses: readonly PrefilterClause[],
): LinkExplanation {
  if (test === undefined) return { kind: 'Always', effects: effects.length };
  const { clause, needs, transformations, negated, operator } = test;
  return {
    kind: 'Test',
    targets: targetSource(test.targets),
    transformations: transformations.map((name) => `t:${name}`),
    operator: `${negated ? '!' : ''}@${operator.name}`,
    argument: argumentText(test),
    expression: explainExpression(test),
    prefilter: wordsAt(clauses, clause),
    needs: needs.map(needText),
    effects: effects.length,
  };
}

function wordsAt(
  clauses: readonly PrefilterClause[],
  location = -1,
): readonly string[] | undefined {
  const clause = clauses[location];
  return clause === undefined ? undefined : wordsOf(clause);
}

const BACKTRACKING = { Exponential: 'exponential', Polynomial: 'polynomial' } as const;

function explainExpression({ argument }: Test): ExpressionExplanation | undefined {
  if (argument.kind !== 'Regex') return undefined;
  const automaton = decodeAutomaton(argument.code);
  const found = findAmbiguity(argument.regex);
  return {
    javascript: translateRegex(argument.regex).source,
    states: buildNfa(automaton, automaton.tree, 'forward').ops.length,
    byteClasses: automaton.symbolCount - 1,
    backtracking: found === undefined ? 'linear' : BACKTRACKING[found.degree],
  };
}
