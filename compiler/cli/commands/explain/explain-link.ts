/** Explains one link of a compiled rule: its targets, its operator, its prefilter clause and its cost. */
import { wordsOf } from '#compiler/3-specialize/derive-prefilters.ts';
import type { Link, PrefilterClause, Test } from '#compiler/3-specialize/program.ts';
import { argumentText } from '#compiler/4-emit/argument-text.ts';
import { targetSource } from '#compiler/4-emit/target-source.ts';
import { findAmbiguity } from '#compiler/regex/find-ambiguity.ts';
import { translateRegex } from '#compiler/regex/translate-regex.ts';
import { bytesOfClasses } from '#engine/bytes/byte-classes.ts';
import { decodeAutomaton } from '#engine/regex/automaton-code.ts';
import { buildNfa } from '#engine/regex/nfa.ts';
import { bytesInWords } from '../../output/bytes-in-words.ts';
import { effectInWords, type RuleIds } from '../../output/effect-in-words.ts';
import type { ExpressionExplanation, LinkExplanation } from './explanation.ts';

/** `clauses` are those of the prefilter; `ids` are the ids of all rules that were read. */
export function explainLink(
  { test, effects: list }: Link,
  clauses: readonly PrefilterClause[],
  ids: RuleIds,
): LinkExplanation {
  const effects = list.map((effect) => effectInWords(effect, ids));
  if (test === undefined) return { kind: 'Always', effects };
  const { clause, needs, transformations, negated, operator } = test;
  return {
    kind: 'Test',
    targets: targetSource(test.targets),
    transformations: transformations.map((name) => `t:${name}`),
    operator: `${negated ? '!' : ''}@${operator.name}`,
    argument: argumentText(test),
    expression: explainExpression(test),
    prefilter: wordsOfClause(clauses, clause),
    needs: needs.map((byteClasses) => bytesInWords(bytesOfClasses(byteClasses))),
    effects,
  };
}

/** Returns the words of the clause with that index; undefined when there is none. */
export function wordsOfClause(
  clauses: readonly PrefilterClause[],
  index: number | undefined,
): readonly string[] | undefined {
  const clause = index === undefined ? undefined : clauses[index];
  return clause === undefined ? undefined : wordsOf(clause);
}

const BACKTRACKING = { Exponential: 'exponential', Polynomial: 'polynomial' } as const;

function explainExpression({ argument }: Test): ExpressionExplanation | undefined {
  if (argument.kind !== 'Regex') return undefined;
  const automaton = decodeAutomaton(argument.code);
  const found = findAmbiguity(argument.regex);
  return {
    javascript: translateRegex(argument.regex),
    states: buildNfa(automaton, automaton.tree(), 'forward').ops.length,
    byteClasses: automaton.symbolCount - 1,
    backtracking: found === undefined ? 'linear' : BACKTRACKING[found.degree],
  };
}
