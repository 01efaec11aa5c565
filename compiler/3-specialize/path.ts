/** A path through the program: the state on it, and what must have happened for it to be taken. */
import { join, type TxState } from './tx-state.ts';

export type Path = {
  readonly tx: TxState;
  /**
   * The path is taken only when one of these ruleRemove ctls has run (indexes into Program.removals), because it passes
   * a rule that always skips unless it was removed. Undefined when nothing is known.
   */
  readonly onlyIfRemoved: ReadonlySet<number> | undefined;
};

/** Joins two paths of which either may be taken; undefined means that there is no path. */
export function joinPaths(left: Path | undefined, right: Path | undefined): Path | undefined {
  if (left === undefined) return right;
  if (right === undefined) return left;
  const tx = join(left.tx, right.tx) ?? left.tx;
  if (left.onlyIfRemoved === undefined || right.onlyIfRemoved === undefined) {
    return { tx, onlyIfRemoved: undefined };
  }
  return { tx, onlyIfRemoved: new Set([...left.onlyIfRemoved, ...right.onlyIfRemoved]) };
}
