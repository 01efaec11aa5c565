/** @rx with back-references, step by step (manual: SecPcreMatchLimit). */
import type { ByteString } from '../byte-string.ts';
import { type Backtracker, backtrackMatch } from '../regex/backtracker.ts';

/** Throws `stepsUsedUp` at the limit. */
export function rxBacktracking(value: ByteString, pattern: Backtracker): boolean {
  return backtrackMatch(pattern, value) !== undefined;
}

/** The whole match and its groups 1 to 9. */
export function rxBacktrackingCaptures(
  value: ByteString,
  pattern: Backtracker,
): readonly ByteString[] | undefined {
  return backtrackMatch(pattern, value)?.slice(0, 10);
}
