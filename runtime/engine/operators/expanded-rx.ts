/** @rx and @rxGlobal with macros in their expressions: `text` is what they expand to. */

import type { ByteString } from '../bytes/byte-string.ts';
import type { Captures } from '../collections/captures.ts';
import { type Expression, type ExpressionCache, expressionOf } from '../regex/expression-cache.ts';
import { BadExpression } from '../transaction/bad-expression.ts';
import type { Tx } from '../transaction/tx.ts';
import { rx, rxCaptures, rxGlobalCaptures } from './rx.ts';
import { rxBacktracking, rxBacktrackingCaptures } from './rx-backtracking.ts';

/** Throws BadExpression when `text` cannot be compiled, `stepsUsedUp` when the transaction may not go on. */
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

/** The whole match and its groups 1 to 9. */
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

/** Ten texts of match after match; with back-references those of the first one. */
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

/** What compiling a byte costs, as bytes that rules read. */
const COMPILE_COST = 5000;

type Usable = Exclude<Expression, { kind: 'Bad' }>;

function take(value: ByteString, text: ByteString, cache: ExpressionCache, tx: Tx): Usable {
  const expression = expressionOf(cache, text, (length) =>
    tx.spendSteps(COMPILE_COST * (length + 1)),
  );
  if (expression.kind === 'Bad') throw new BadExpression(expression.message);
  // The value itself has been paid for.
  if (expression.kind === 'Linear') tx.spendSteps((expression.weight - 1) * value.length);
  return expression;
}
