/** @rx with back-references, step by step (manual: SecPcreMatchLimit). */
import type { ByteString } from '../bytes/byte-string.ts';
import { type Backtracker, backtrackMatch } from '../regex/backtracker.ts';
import type { Tx } from '../transaction/tx.ts';

/** Throws `stepsUsedUp` at the limit. */
export function rxBacktracking(value: ByteString, pattern: Backtracker, tx: Tx): boolean {
  return match(value, pattern, tx) !== undefined;
}

/** The whole match and its groups 1 to 9. */
export function rxBacktrackingCaptures(
  value: ByteString,
  pattern: Backtracker,
  tx: Tx,
): readonly ByteString[] | undefined {
  return match(value, pattern, tx)?.slice(0, 10);
}

/** What a step costs a transaction, as bytes that rules read: it takes as long as some of them. */
const STEP_COST = 16;

/** Each value has its limit, and all of them together what the transaction has left. */
function match(value: ByteString, pattern: Backtracker, tx: Tx): readonly ByteString[] | undefined {
  const allowed = Math.min(pattern.limit, Math.floor(tx.stepsLeft / STEP_COST));
  const steps = { left: allowed };
  const found = backtrackMatch(pattern, value, steps);
  tx.spendSteps(STEP_COST * (allowed - steps.left));
  return found;
}
