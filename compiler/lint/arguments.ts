/** Reports arguments that are valid but probably not intended: text where a number is expected, empty lists. */
import { WHOLE_NUMBER } from '../../runtime/engine/collections/changed-value.ts';
import { literalText } from '../2-resolve/macro-text.ts';
import type { Effect, Link } from '../2-resolve/ruleset.ts';
import type { Problem } from '../diagnostics.ts';
import type { LintContext } from './context.ts';
import { argumentOf, rulesOfSet } from './locations.ts';
import * as problem from './problems.ts';

export function lintArguments({ ruleSet, diagnostics }: LintContext): void {
  for (const rule of rulesOfSet(ruleSet)) {
    for (const link of rule.links) {
      const found = problemOf(link);
      if (found !== undefined) diagnostics.report(found, argumentOf(link)?.span ?? link.span);
      for (const effect of link.effects) {
        const value = effectProblem(effect);
        if (value !== undefined) diagnostics.report(value, effect.span);
      }
    }
  }
}

/** Operators for which an empty argument matches every value. */
const NEEDLES: ReadonlySet<string> = new Set([
  'beginsWith',
  'contains',
  'containsWord',
  'endsWith',
  'strmatch',
]);

function problemOf({ test }: Link): Problem | undefined {
  if (test === undefined) return undefined;
  const { operator, argument } = test;
  if (argument.kind === 'Phrases') {
    const isEmpty = argument.file !== undefined && argument.phrases.length === 0;
    return isEmpty ? problem.emptyDataFile(argument.file) : undefined;
  }
  if (argument.kind !== 'Text' || argument.text.some((part) => part.kind === 'Variable')) {
    return undefined;
  }
  const text = argument.text.map((part) => (part.kind === 'Literal' ? part.text : '')).join('');
  if (operator.argument === 'number' && !/^[ \t]*[+-]?\d+[ \t]*$/.test(text)) {
    return problem.badNumber(operator.name, text);
  }
  if (text === '' && NEEDLES.has(operator.name)) {
    return problem.matchesEverything(`@${operator.name} with an empty argument`);
  }
  if (text === '' && operator.argument === 'text') return problem.emptyArgument(operator.name);
  return undefined;
}

/** A text without macros where the engine reads a number. Empty values are findings of their own (slips.ts). */
function effectProblem(effect: Effect): Problem | undefined {
  if (effect.kind === 'ExpireVariable') {
    const text = literalText(effect.seconds);
    const isBad = text !== undefined && text !== '' && !WHOLE_NUMBER.test(text);
    return isBad ? problem.badSeconds(text) : undefined;
  }
  if (effect.kind !== 'SetVariable' || !ADDS.has(effect.operation)) return undefined;
  const text = literalText(effect.value);
  const isBad = text !== undefined && text !== '' && !WHOLE_NUMBER.test(text);
  return isBad ? problem.badSummand(text) : undefined;
}

const ADDS: ReadonlySet<string> = new Set(['add', 'subtract']);
