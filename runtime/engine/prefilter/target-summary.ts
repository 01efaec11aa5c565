/** A selection seen through a transformation list: what can be said of all its texts at once. */
import type { Entry, Text } from '../collections/entry.ts';
import type { Tx } from '../transaction/tx.ts';
import type { Candidates, Prefilter } from './literal-index.ts';

export type View = {
  /** Kinds of bytes that some text has (traits.ts). */
  readonly traits: number;
  /** Questions that some text answers with yes. */
  readonly candidates: Candidates;
};

export type Form = (tx: Tx, text: Text) => Text;

/** How a view is made, as the compiler emits it. Other views are named by their places in the list of all. */
export type ViewPlan =
  /** The texts as they are. */
  | { readonly kind: 'Texts'; readonly select: Select }
  /** What transformations make of them, unless no text of the view `plain` has the kinds of bytes `changes`. */
  | {
      readonly kind: 'Forms';
      readonly plain: number;
      readonly changes: number;
      readonly select: Select;
      /** Each takes what the one before it gives; what each gives is in the view. */
      readonly forms: readonly Form[];
    }
  /** What several views say together. */
  | { readonly kind: 'Sum'; readonly parts: readonly number[] }
  /** The same, unless no text of `plain` has the kinds of bytes `changes`. */
  | {
      readonly kind: 'FormsSum';
      readonly plain: number;
      readonly changes: number;
      readonly parts: readonly number[];
    };

type Select = (tx: Tx) => readonly Entry[];

/** All views of a module. */
export type Views = {
  readonly prefilter: Prefilter;
  readonly plans: readonly ViewPlan[];
  /** Those of the phase under way: no phase starts before another one has ended. */
  readonly made: (View | undefined)[];
};

export function loadViews(prefilter: Prefilter, plans: readonly ViewPlan[]): Views {
  return { prefilter, plans, made: plans.map(() => undefined) };
}
