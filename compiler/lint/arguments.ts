/** Reports arguments that are valid but probably not intended: text where a number is expected, empty lists. */
import { WHOLE_NUMBER } from '#engine/collections/changed-value.ts';
import { literalText } from '../2-resolve/macro-text.ts';
import type { Effect, Link, Test } from '../2-resolve/ruleset.ts';
import type { Problem } from '../diagnostics.ts';
import type { Operator } from '../language/operators/index.ts';
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
  switch (test?.argument.kind) {
    case 'Phrases': {
      const { file, phrases } = test.argument;
      const isEmpty = file !== undefined && phrases.length === 0;
      return isEmpty ? problem.emptyDataFile(file) : undefined;
    }
    case 'Addresses':
      return test.argument.entries.length === 0 ? withoutAddresses(test) : undefined;
    case 'ByteRange': {
      const allowsNone = test.argument.ranges.length === 0 && !test.negated;
      return allowsNone
        ? problem.matchesEverything(`@${test.operator.name} without ranges`)
        : undefined;
    }
    case 'Text': {
      const text = literalText(test.argument.text);
      return text === undefined ? undefined : textProblem(test.operator, text);
    }
    default:
      return undefined;
  }
}

function withoutAddresses({ operator, negated }: Test): Problem {
  return negated
    ? problem.matchesEverything(`!@${operator.name} without addresses`)
    : problem.neverMatches('its list of addresses is empty');
}

function textProblem(operator: Operator, text: string): Problem | undefined {
  if (operator.argument === 'number' && !/^[ \t]*[+-]?\d+[ \t]*$/.test(text)) {
    return problem.badNumber(operator.name, text);
  }
  if (text === '' && NEEDLES.has(operator.name)) {
    return problem.matchesEverything(`@${operator.name} with an empty argument`);
  }
  if (text === '' && operator.argument === 'text') return problem.emptyArgument(operator.name);
  return undefined;
}

/** Reports a text without macros where the engine reads a number. Empty values are findings of their own (slips.ts). */
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
