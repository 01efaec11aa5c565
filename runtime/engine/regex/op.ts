/** The kinds of states of an NFA. */

/** What a state does with `args`, `outs` and `alternatives`. */
export const op = {
  /** Consumes a byte of set `arg`, then continues at `out`. */
  bytes: 0,
  /** Tries `out`, then `alternative`. */
  split: 1,
  /** Stores the position as capture `arg`. */
  save: 2,
  /** Continues when assertion `arg` holds here. */
  assertion: 3,
  /** Continues when look-around `arg` holds here. */
  look: 4,
  /** Expression `arg` ends here. */
  match: 5,
  /**
   * Consumes the text of group `arg >> 1` and continues at `out`, or at `alternative` if that text is empty; bit 0:
   * ignores case.
   */
  backReference: 6,
} as const;
