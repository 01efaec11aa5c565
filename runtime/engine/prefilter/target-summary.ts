/** What holds for some value of a target list, seen through a transformation list. */
import type { ClauseSet, Entry, InternedValue } from '../collections/entry.ts';
import type { Tx } from '../transaction/tx.ts';
import type { Prefilter } from './literal-index.ts';

export type TargetSummary = {
  /** Byte classes that occur in some value. */
  readonly byteClasses: number;
  /** Clauses that hold for some value. */
  readonly candidates: ClauseSet;
};

export type TransformationStep = (tx: Tx, text: InternedValue) => InternedValue;

/** How a summary is computed, as the compiler emits it. Numbers are indexes in the list of all summaries. */
export type SummaryPlan =
  /** The texts as they are. */
  | { readonly kind: 'Values'; readonly select: Select }
  /** Of the transformed values, unless no value of the summary `plain` contains the byte classes `changes`. */
  | {
      readonly kind: 'Transformed';
      readonly plain: number;
      readonly changes: number;
      /**
       * In pairs, in order: byte classes, and those that a value with one of them may come to have; letter
       * case aside. A first class of ANYTHING stands for every value.
       */
      readonly additions: readonly number[];
      readonly select: Select;
      /** Each takes the result of the one before it; the summary includes every result. */
      readonly steps: readonly TransformationStep[];
    }
  /** The union of several summaries. */
  | { readonly kind: 'Union'; readonly parts: readonly number[] }
  /** Their union, unless no value of `plain` contains the byte classes `changes`. */
  | {
      readonly kind: 'TransformedUnion';
      readonly plain: number;
      readonly changes: number;
      readonly parts: readonly number[];
    };

type Select = (tx: Tx) => readonly Entry[];

/** All summaries of a module. */
export type Summaries = {
  readonly prefilter: Prefilter;
  readonly plans: readonly SummaryPlan[];
  /** Those of the current phase: phases never overlap. */
  readonly computed: (TargetSummary | undefined)[];
  /** Byte classes that the values may have at most, known before any is transformed; undefined: not computed yet. */
  readonly possible: (number | undefined)[];
};

export function loadSummaries(prefilter: Prefilter, plans: readonly SummaryPlan[]): Summaries {
  const computed = plans.map(() => undefined);
  return { prefilter, plans, computed, possible: computed.slice() };
}
