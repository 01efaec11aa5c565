/** A selection seen through a transformation list, with what the prefilter says of it. */
import type { Entry, Text } from './entry.ts';
import type { Candidates } from './prefilter.ts';

export type ViewItem = {
  readonly entry: Entry;
  /** The transformed text. */
  readonly text: Text;
  readonly candidates: Candidates;
};

export type View = {
  readonly items: readonly ViewItem[];
  /** Questions that some item answers with yes. */
  readonly candidates: Candidates;
};
