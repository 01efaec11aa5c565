/** Byte classes and clauses that hold for some value of a target list after a transformation list. */
import { positionOf, setBit } from '../bytes/bit-words.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import type { ClauseSet, Entry, InternedValue } from '../collections/entry.ts';
import type { Tx } from '../transaction/tx.ts';
import type { Prefilter } from './literal-index.ts';

export type TargetSummary = {
  /** Byte classes that occur in some value. */
  readonly byteClasses: number;
  /** Clauses that hold for some value. */
  readonly candidates: ClauseSet;
};

/** Returns a superset of the byte classes of the result of transforming `value`. */
export type Preview = (value: ByteString) => number;

export type TransformationStep = (tx: Tx, text: InternedValue) => InternedValue;

/** How a summary is computed, as the compiler emits it. Numbers are indexes into the list of all summaries. */
export type SummaryPlan =
  /** The texts as they are. */
  | { readonly kind: 'Values'; readonly select: Select }
  /**
   * The summary of the transformed values; that of `plain` when none of its values contains the byte classes
   * `rewrites`.
   */
  | {
      readonly kind: 'Transformed';
      readonly plain: number;
      /** Without a byte of these classes, the transformed value is a substring of the value, except for letter case. */
      readonly rewrites: number;
      /**
       * For each transformation, pairs in order: byte classes, and the classes that it may add to a value with one of
       * them, except for letter case. A first class of ANYTHING means every value.
       */
      readonly additions: readonly (readonly number[])[];
      readonly select: Select;
      /**
       * One step for all transformations, or one for each. Each takes the result of the previous one; the summary
       * includes every result.
       */
      readonly steps: readonly TransformationStep[];
      /** For some of the steps, how to tell the byte classes of their result without computing it. */
      readonly previews?: readonly (Preview | undefined)[];
    }
  /** The union of several summaries. */
  | { readonly kind: 'Union'; readonly parts: readonly number[] }
  /** The union of several summaries; that of `plain` when none of its values contains the byte classes `rewrites`. */
  | {
      readonly kind: 'TransformedUnion';
      readonly plain: number;
      readonly rewrites: number;
      readonly parts: readonly number[];
    };

export type TransformedPlan = Extract<SummaryPlan, { readonly kind: 'Transformed' }>;

type Select = (tx: Tx) => readonly Entry[];

/** What every match of a rule has. */
export type Precondition = {
  /** Index in the phase, from 0. */
  readonly rule: number;
  /** Index in the list of all summaries. */
  readonly summary: number;
  /** Masks of byte classes: every match contains a byte of each mask. */
  readonly needs: readonly number[];
  /** Index of the prefilter clause that every match satisfies. */
  readonly clause?: number;
};

/** Returns where the clause is in a set of clauses; mask 0: there is no clause. */
export function clausePosition({ clause }: Precondition): {
  readonly word: number;
  readonly mask: number;
} {
  return clause === undefined ? { word: 0, mask: 0 } : positionOf(clause);
}

/**
 * What rules need of a value: a match of each contains a byte of every mask of one of the lists. `isAny`: some rule needs no
 * byte class, so that any value may matter. `clauses`: those that some rule requires.
 */
export type ReadersNeeds = {
  readonly lists: (readonly number[])[];
  readonly clauses: number[];
  isAny: boolean;
};

/** All summaries of a module. */
export type Summaries = {
  readonly prefilter: Prefilter;
  readonly plans: readonly SummaryPlan[];
  /** For each plan, what the rules that read it need of a value. */
  readonly needs: readonly ReadersNeeds[];
  /** Summaries of the current phase; phases never overlap. */
  readonly computed: (TargetSummary | undefined)[];
  /** Superset of the byte classes of the values, known before any is transformed; undefined: not computed yet. */
  readonly possible: (number | undefined)[];
};

export function loadSummaries(prefilter: Prefilter, plans: readonly SummaryPlan[]): Summaries {
  const computed = plans.map(() => undefined);
  const needs = plans.map(
    (): ReadersNeeds => ({ lists: [], clauses: prefilter.none.slice(), isAny: false }),
  );
  return { prefilter, plans, needs, computed, possible: computed.slice() };
}

/** Notes what a rule needs of the values that it reads, when the module is loaded. */
export function addReader(
  { plans, needs: all }: Summaries,
  { summary, needs, clause }: Precondition,
): void {
  for (const part of partsOf(plans, summary)) {
    const known = all[part];
    if (known === undefined) continue;
    if (clause !== undefined) setBit(known.clauses, clause);
    if (needs.length === 0) known.isAny = true;
    else known.lists.push(needs);
  }
}

/** Returns the summaries of which the summary is the union, each once; the summary itself when it is no union. */
export function partsOf(plans: readonly SummaryPlan[], index: number): readonly number[] {
  const plan = plans[index];
  if (plan?.kind !== 'Union' && plan?.kind !== 'TransformedUnion') return [index];
  return [...new Set(plan.parts.flatMap((part) => partsOf(plans, part)))];
}

/** Returns whether every reader finds in the summary all that it requires, so that no other value matters. */
export function isSaturated(
  { byteClasses, candidates }: TargetSummary,
  { lists, clauses }: ReadersNeeds,
): boolean {
  for (let word = 0; word < clauses.length; word += 1) {
    if (((clauses[word] ?? 0) & ~(candidates[word] ?? 0)) !== 0) return false;
  }
  for (const list of lists) {
    for (const mask of list) if ((byteClasses & mask) === 0) return false;
  }
  return true;
}
