/**
 * The preconditions of a phase by the values that they are about: those of a target list as they are, and after each
 * transformation list. A match is a match of one value, so a precondition is checked for these and not for unions of them.
 */
import { setBit } from '../bytes/bit-words.ts';
import type { Tx } from '../transaction/tx.ts';
import { mayMatch } from './literal-index.ts';
import { holdsForTransformed, nothing, possibleClasses, summaryAt } from './summarize-targets.ts';
import {
  clausePosition,
  type Precondition,
  partsOf,
  type Summaries,
  type SummaryPlan,
  type TargetSummary,
} from './target-summary.ts';

/** One row for each precondition: rule, word and mask of the clause (mask 0: none), number of needs, needs. */
type Rows = Int32Array;

type Readers = { readonly summary: number; readonly rows: Rows };

export type TargetReaders = Readers & {
  /** Readers of the same values after transformations; `rewrites`: see SummaryPlan. */
  readonly transformed: readonly (Readers & { readonly rewrites: number })[];
};

/** Returns the groups, one for each target list that some precondition reads; a union counts as its parts. */
export function groupByTargets(
  { plans }: Summaries,
  preconditions: readonly Precondition[],
): readonly TargetReaders[] {
  const rows = new Map<number, number[]>();
  for (const precondition of preconditions) {
    for (const part of partsOf(plans, precondition.summary)) {
      const own = rows.get(part) ?? [];
      own.push(...rowOf(precondition));
      rows.set(part, own);
    }
  }
  const plain = new Set([...rows.keys()].map((summary) => plainOf(plans[summary]) ?? summary));
  return [...plain].map((summary) => ({
    summary,
    rows: Int32Array.from(rows.get(summary) ?? []),
    transformed: [...rows].flatMap(([part, own]) => {
      const plan = plans[part];
      if (plan?.kind !== 'Transformed' || plan.plain !== summary) return [];
      return [{ summary: part, rewrites: plan.rewrites, rows: Int32Array.from(own) }];
    }),
  }));
}

function plainOf(plan: SummaryPlan | undefined): number | undefined {
  return plan?.kind === 'Transformed' ? plan.plain : undefined;
}

function rowOf(precondition: Precondition): readonly number[] {
  const { word, mask } = clausePosition(precondition);
  const { rule, needs } = precondition;
  return [rule, word, mask, needs.length, ...needs];
}

/** Adds the rules whose preconditions hold for some of the values. */
export function addCandidates(
  candidates: number[],
  tx: Tx,
  summaries: Summaries,
  { summary, rows, transformed }: TargetReaders,
): void {
  const plain = summaryAt(tx, summaries, summary);
  if (plain === nothing) return;
  addRules(candidates, plain, rows);
  for (const readers of transformed) {
    const isPlain = holdsForTransformed(plain, readers.rewrites);
    addRules(candidates, isPlain ? plain : summaryAt(tx, summaries, readers.summary), readers.rows);
  }
}

/** Adds candidates in a long body as `addCandidates` does, but checks first whether values must be transformed and searched. */
export function addCandidatesInLong(
  candidates: number[],
  tx: Tx,
  summaries: Summaries,
  readers: TargetReaders,
): void {
  for (const { summary, rows } of [readers, ...readers.transformed]) {
    if (mayHold(possibleClasses(tx, summaries, summary), rows))
      addRules(candidates, summaryAt(tx, summaries, summary), rows);
  }
}

/** Returns false when no precondition can hold. `classes`: those that the values may have. */
function mayHold(classes: number, rows: Rows): boolean {
  for (let at = 0; at < rows.length; at = rowAfter(rows, at)) {
    if (hasNeeds(classes, rows, at)) return true;
  }
  return false;
}

function addRules(candidates: number[], summary: TargetSummary, rows: Rows): void {
  if (summary === nothing) return;
  const { byteClasses, candidates: clauses } = summary;
  for (let at = 0; at < rows.length; at = rowAfter(rows, at)) {
    const mask = rows[at + 2] ?? 0;
    if (mask !== 0 && !mayMatch(clauses, rows[at + 1] ?? 0, mask)) continue;
    if (hasNeeds(byteClasses, rows, at)) setBit(candidates, rows[at] ?? 0);
  }
}

function rowAfter(rows: Rows, at: number): number {
  return at + 4 + (rows[at + 3] ?? 0);
}

function hasNeeds(classes: number, rows: Rows, at: number): boolean {
  const end = rowAfter(rows, at);
  for (let need = at + 4; need < end; need += 1) {
    if ((classes & (rows[need] ?? 0)) === 0) return false;
  }
  return true;
}
