/** The kinds of states of an NFA. */

/** What a state does with `args`, `outs` and `alternatives`. */
export const op = {
  /** Takes a byte of set `arg`, then `out`. */
  bytes: 0,
  /** Tries `out`, then `alternative`. */
  split: 1,
  /** Stores the position as capture `arg`. */
  save: 2,
  /** Goes on when assertion `arg` holds here. */
  assertion: 3,
  /** Goes on when look-around `arg` holds here. */
  look: 4,
  /** Expression `arg` ends here. */
  match: 5,
  /** Takes what group `arg >> 1` took, then `out`, or `alternative` if that was nothing; bit 0: any case. */
  backReference: 6,
} as const;
