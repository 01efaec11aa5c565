/** A selection seen through a transformation list: what can be said of all its texts at once. */
import type { Entry, InternedValue } from '../collections/entry.ts';
import type { Tx } from '../transaction/tx.ts';
import type { ClauseSet, Prefilter } from './literal-index.ts';

export type TargetSummary = {
  /** Kinds of bytes that some text has (traits.ts). */
  readonly byteClasses: number;
  /** Questions that some text answers with yes. */
  readonly candidates: ClauseSet;
};

export type TransformationStep = (tx: Tx, text: InternedValue) => InternedValue;

/** How a view is made, as the compiler emits it. Other views are named by their places in the list of all. */
export type SummaryPlan =
  /** The texts as they are. */
  | { readonly kind: 'Values'; readonly select: Select }
  /** What transformations make of them, unless no text of the view `plain` has the kinds of bytes `changes`. */
  | {
      readonly kind: 'Transformed';
      readonly plain: number;
      readonly changes: number;
      readonly select: Select;
      /** Each takes what the one before it gives; what each gives is in the view. */
      readonly steps: readonly TransformationStep[];
    }
  /** What several views say together. */
  | { readonly kind: 'Union'; readonly parts: readonly number[] }
  /** The same, unless no text of `plain` has the kinds of bytes `changes`. */
  | {
      readonly kind: 'TransformedUnion';
      readonly plain: number;
      readonly changes: number;
      readonly parts: readonly number[];
    };

type Select = (tx: Tx) => readonly Entry[];

/** All views of a module. */
export type Summaries = {
  readonly prefilter: Prefilter;
  readonly plans: readonly SummaryPlan[];
  /** Those of the phase under way: no phase starts before another one has ended. */
  readonly computed: (TargetSummary | undefined)[];
};

export function loadSummaries(prefilter: Prefilter, plans: readonly SummaryPlan[]): Summaries {
  return { prefilter, plans, computed: plans.map(() => undefined) };
}
