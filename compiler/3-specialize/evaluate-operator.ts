/** Evaluates operators on constants with the engine's own functions, so that folding and the run time agree. */
import { parseInteger } from '#engine/bytes/parse-integer.ts';
import * as engine from '#engine/operators/index.ts';
import { loadPhrases } from '#engine/operators/phrase-match.ts';
import { memoizeByObject } from '../memoize.ts';
import { compileExact } from '../regex/compile-memoized.ts';
import { matchesPattern } from './match-pattern.ts';
import type { Test } from './program.ts';

type TextOperator = (value: string, argument: string) => boolean;

const textOperators: ReadonlyMap<string, TextOperator> = new Map<string, TextOperator>([
  ['beginsWith', engine.beginsWith],
  ['contains', engine.contains],
  ['containsWord', engine.containsWord],
  ['endsWith', engine.endsWith],
  ['eq', (value, text) => engine.eq(value, parseInteger(text))],
  ['ge', (value, text) => engine.ge(value, parseInteger(text))],
  ['gt', (value, text) => engine.gt(value, parseInteger(text))],
  ['le', (value, text) => engine.le(value, parseInteger(text))],
  ['lt', (value, text) => engine.lt(value, parseInteger(text))],
  ['noMatch', () => false],
  ['streq', engine.streq],
  ['strmatch', engine.strmatch],
  ['unconditionalMatch', () => true],
  ['within', engine.within],
]);

/** Memoised: the same list from a file is searched for many variable names. */
const automatonOf = memoizeByObject(loadPhrases);

/**
 * Returns whether the operator matches `value`, before negation. `text` is its argument when that is a text. Returns undefined
 * when the result is not known at compile time.
 */
export function evaluateOperator(test: Test, value: string, text: string): boolean | undefined {
  const { argument, operator } = test;
  switch (argument.kind) {
    case 'Regex':
      if (argument.backtracking !== undefined) return undefined;
      // @verifyCC, @verifyCPF, @verifySSN and @verifySVNR look at what the expression finds.
      return operator.engine === 'rx' ? matchesPattern(argument.code, value) : undefined;
    case 'Expression': {
      const compiled = compileExact(text);
      return compiled.kind === 'Linear' ? matchesPattern(compiled.code, value) : undefined;
    }
    case 'Phrases':
      // No phrase is in an empty value, such as a body that is never inspected: no automaton is built for it.
      return value !== '' && engine.pm(value, automatonOf(argument.phrases));
    case 'Text':
    case 'None':
      return textOperators.get(operator.engine)?.(value, text);
    default:
      return undefined;
  }
}
