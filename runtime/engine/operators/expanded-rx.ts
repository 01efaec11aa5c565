/** @rx and @rxGlobal with macros in their expressions: `text` is what they expand to. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { Captures } from '../collections/captures.ts';
import { type Expression, type ExpressionCache, expressionOf } from '../regex/expression-cache.ts';
import { BadExpression } from '../transaction/bad-expression.ts';
import type { Tx } from '../transaction/tx.ts';
import { rx, rxCaptures, rxGlobalCaptures } from './rx.ts';
import { rxBacktracking, rxBacktrackingCaptures } from './rx-backtracking.ts';

/**
 * Returns whether the expression matches in the value. Throws BadExpression when `text` cannot be compiled,
 * `stepsUsedUp` at the step limit.
 */
export function expandedRx(
  value: ByteString,
  text: ByteString,
  cache: ExpressionCache,
  tx: Tx,
): boolean {
  const expression = take(value, text, cache, tx);
  return expression.kind === 'Linear'
    ? rx(value, expression.matcher)
    : rxBacktracking(value, expression.backtracker, tx);
}

/** Returns the whole match and its groups 1 to 9; undefined: no match. Throws as `expandedRx` does. */
export function expandedRxCaptures(
  value: ByteString,
  text: ByteString,
  cache: ExpressionCache,
  tx: Tx,
): Captures | undefined {
  const expression = take(value, text, cache, tx);
  return expression.kind === 'Linear'
    ? rxCaptures(value, expression.matcher)
    : rxBacktrackingCaptures(value, expression.backtracker, tx);
}

/**
 * Returns ten texts at most, match after match; with back-references those of the first match only. Throws as
 * `expandedRx` does.
 */
export function expandedRxGlobalCaptures(
  value: ByteString,
  text: ByteString,
  cache: ExpressionCache,
  tx: Tx,
): readonly ByteString[] | undefined {
  const expression = take(value, text, cache, tx);
  return expression.kind === 'Linear'
    ? rxGlobalCaptures(value, expression.matcher)
    : rxBacktrackingCaptures(value, expression.backtracker, tx);
}

/** Steps for compiling one byte of an expression, in bytes that rules read. */
const COMPILE_COST = 5000;

type Usable = Exclude<Expression, { kind: 'Bad' }>;

function take(value: ByteString, text: ByteString, cache: ExpressionCache, tx: Tx): Usable {
  const expression = expressionOf(cache, text, (length) =>
    tx.spendSteps(COMPILE_COST * (length + 1)),
  );
  if (expression.kind === 'Bad') throw new BadExpression(expression.message);
  // The caller has already counted the value once.
  if (expression.kind === 'Linear') tx.spendSteps((expression.weight - 1) * value.length);
  return expression;
}
