/** A selection seen through a transformation list: what can be said of all its texts at once. */
import type { Candidates } from './prefilter.ts';

export type View = {
  /** Kinds of bytes that some text has (traits.ts). */
  readonly traits: number;
  /** Questions that some text answers with yes. */
  readonly candidates: Candidates;
};
