/** Emits the expression that a rule searches values for. */
import type { Rule, Test } from '../3-specialize/program.ts';
import type { Code } from './code.ts';
import type { Shared } from './constant-pool.ts';

/**
 * Returns the automaton of a test that searches each value for an expression, reading of a long value only the windows
 * that may match; undefined: it does something else.
 */
export function emitSearched(
  { operator, argument, ...test }: Test,
  { id, phase }: Rule['info'],
  shared: Shared,
): Code | undefined {
  const isSearch =
    argument.kind === 'Regex' &&
    argument.backtracking === undefined &&
    operator.engine === 'rx' &&
    shared.matching !== 'Backtracking';
  if (!isSearch) return undefined;
  return shared.pattern(id, argument.code, argument.source, { ...test, phase });
}
