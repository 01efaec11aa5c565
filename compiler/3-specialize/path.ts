/** A way through the program: what holds on it, and what must have happened for it to be taken. */
import { join, type TxState } from './tx-state.ts';

export type Path = {
  readonly tx: TxState;
  /**
   * The way is only taken when one of these ruleRemove ctls has run (indexes into Program.removals):
   * it passes a rule that always skips unless it was removed. undefined: nothing is known.
   */
  readonly onlyIfRemoved: ReadonlySet<number> | undefined;
};

/** Either way may be taken; undefined: no way at all. */
export function joinPaths(left: Path | undefined, right: Path | undefined): Path | undefined {
  if (left === undefined) return right;
  if (right === undefined) return left;
  const tx = join(left.tx, right.tx) ?? left.tx;
  if (left.onlyIfRemoved === undefined || right.onlyIfRemoved === undefined) {
    return { tx, onlyIfRemoved: undefined };
  }
  return { tx, onlyIfRemoved: new Set([...left.onlyIfRemoved, ...right.onlyIfRemoved]) };
}
