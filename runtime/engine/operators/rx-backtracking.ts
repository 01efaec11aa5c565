/** @rx with back-references, on a backtracker that counts its steps (manual: SecPcreMatchLimit). */
import type { ByteString } from '../bytes/byte-string.ts';
import { type Backtracker, backtrackMatch } from '../regex/backtracker.ts';
import type { Tx } from '../transaction/tx.ts';

/** Returns whether the expression matches. Throws `stepsUsedUp` at the limit. */
export function rxBacktracking(value: ByteString, pattern: Backtracker, tx: Tx): boolean {
  return match(value, pattern, tx) !== undefined;
}

/** Returns the whole match and its groups 1 to 9; undefined: no match. Throws `stepsUsedUp` at the limit. */
export function rxBacktrackingCaptures(
  value: ByteString,
  pattern: Backtracker,
  tx: Tx,
): readonly ByteString[] | undefined {
  return match(value, pattern, tx)?.slice(0, 10);
}

/**
 * Cost of a backtracking step for the transaction, in bytes that rules read: one step takes as long as several of
 * them.
 */
const STEP_COST = 16;

/**
 * Returns the match and its groups. A value may take `pattern.limit` steps, and no more than the transaction has
 * left.
 */
function match(value: ByteString, pattern: Backtracker, tx: Tx): readonly ByteString[] | undefined {
  const allowed = Math.min(pattern.limit, Math.floor(tx.stepsLeft / STEP_COST));
  const steps = { left: allowed };
  const found = backtrackMatch(pattern, value, steps);
  tx.spendSteps(STEP_COST * (allowed - steps.left));
  return found;
}
