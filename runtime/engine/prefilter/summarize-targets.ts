/**
 * Computes target summaries, once a phase for all rules with the same targets. A summary may contain too much, but
 * never too little: it covers the texts as they are and all results of transformations.
 */
import type { ClauseSet, Entry, InternedValue } from '../collections/entry.ts';
import { LONG_TEXT } from '../regex/prefix-filter.ts';
import type { Tx } from '../transaction/tx.ts';
import { addClausesAfter, findClauses, type Prefilter, unite } from './literal-index.ts';
import {
  isSaturated,
  type ReadersNeeds,
  type Summaries,
  type SummaryPlan,
  type TargetSummary,
  type TransformationStep,
  type TransformedPlan,
} from './target-summary.ts';

/** The mask `rewrites` of a transformation list that may change any text, even the empty one. */
export const ANYTHING = -1;

/** The summary of an empty list of values. */
export const nothing: TargetSummary = { byteClasses: 0, candidates: [] };

/** Returns the summary with this index; computes it at the first call of a phase. */
export function summaryAt(tx: Tx, summaries: Summaries, index: number): TargetSummary {
  const known = summaries.computed[index];
  if (known !== undefined) return known;
  const plan = summaries.plans[index];
  const summary = plan === undefined ? nothing : summarize(tx, summaries, plan, index);
  summaries.computed[index] = summary;
  return summary;
}

/** Returns a superset of the byte classes of the summary, found before any value is transformed or scanned. */
export function possibleClasses(tx: Tx, summaries: Summaries, index: number): number {
  const known = summaries.possible[index];
  if (known !== undefined) return known;
  const plan = summaries.plans[index];
  const classes = plan === undefined ? 0 : possible(tx, summaries, plan);
  summaries.possible[index] = classes;
  return classes;
}

function possible(tx: Tx, summaries: Summaries, plan: SummaryPlan): number {
  switch (plan.kind) {
    case 'Values':
      return classesOfValues(plan.select(tx));
    case 'Transformed':
      return withAdditions(possibleClasses(tx, summaries, plan.plain), plan.additions);
    case 'Union':
    case 'TransformedUnion':
      return plan.parts.reduce((all, part) => all | possibleClasses(tx, summaries, part), 0);
  }
}

function classesOfValues(entries: readonly Entry[]): number {
  let classes = 0;
  for (const { text } of entries) classes |= text.byteClasses;
  return classes;
}

/** Returns `byteClasses` with the classes that the transformations from index `first` on may add. */
function withAdditions(
  byteClasses: number,
  additions: TransformedPlan['additions'],
  first = 0,
): number {
  let all = byteClasses;
  for (let index = first; index < additions.length; index += 1) {
    const pairs = additions[index] ?? [];
    for (let at = 0; at < pairs.length; at += 2) {
      const from = pairs[at] ?? ANYTHING;
      if (from === ANYTHING || (all & from) !== 0) all |= pairs[at + 1] ?? ANYTHING;
    }
  }
  return all;
}

function summarize(tx: Tx, summaries: Summaries, plan: SummaryPlan, index: number): TargetSummary {
  switch (plan.kind) {
    case 'Values':
      return summarizeValues(tx, summaries.prefilter, plan.select(tx));
    case 'Union':
      return uniteSummaries(tx, summaries, plan.parts);
    case 'Transformed': {
      const plain = summaryAt(tx, summaries, plan.plain);
      if (holdsForTransformed(plain, plan.rewrites)) return plain;
      const needs = summaries.needs[index];
      return summarizeTransformed(tx, summaries.prefilter, plain, plan.select(tx), plan, needs);
    }
    case 'TransformedUnion': {
      const plain = summaryAt(tx, summaries, plan.plain);
      return holdsForTransformed(plain, plan.rewrites)
        ? plain
        : uniteSummaries(tx, summaries, plan.parts);
    }
  }
}

function summarizeValues(tx: Tx, prefilter: Prefilter, entries: readonly Entry[]): TargetSummary {
  if (entries.length === 0) return nothing;
  const candidates = prefilter.none.slice();
  let byteClasses = 0;
  for (const { text } of entries) {
    byteClasses |= text.byteClasses;
    unite(candidates, foundClausesOf(tx, prefilter, text));
  }
  return { byteClasses, candidates };
}

/** Values after which it is checked whether the readers of a summary need any others. */
const MANY = 16;

/**
 * Returns the summary of transformed values. Only values with a byte of the classes `rewrites` are transformed: the
 * result of any other is a substring of it, except for letter case, which neither byte classes nor clauses
 * distinguish. Values and results that cannot meet the needs of any reader are left out, and all others once the summary
 * meets the needs of every reader. `needs`: undefined when not known.
 */
export function summarizeTransformed(
  tx: Tx,
  prefilter: Prefilter,
  plain: TargetSummary,
  entries: readonly Entry[],
  plan: TransformedPlan,
  needs: ReadersNeeds | undefined,
): TargetSummary {
  if (entries.length === 0) return nothing;
  const needed = needs?.isAny === false ? needs.lists : undefined;
  const sum = { byteClasses: plain.byteClasses, candidates: plain.candidates.slice() };
  let count = 0;
  let last: number | undefined;
  let matters = false;
  for (const { text } of entries) {
    count += 1;
    if (count % MANY === 0 && needs !== undefined && isSaturated(sum, needs)) break;
    // Successive values often have the same byte classes: the names and numbers of an array.
    if (text.byteClasses !== last) matters = mayChange(plan, text.byteClasses, needed);
    last = text.byteClasses;
    if (matters) addResults(tx, prefilter, sum, text, plan, needed);
  }
  return sum;
}

/** Returns whether the results for a value of these byte classes may have something that it has not and a reader needs. */
function mayChange(
  { rewrites, additions }: TransformedPlan,
  byteClasses: number,
  needed: NeedLists | undefined,
): boolean {
  if ((byteClasses & rewrites) === 0 && rewrites !== ANYTHING) return false;
  return needed === undefined || hasSome(withAdditions(byteClasses, additions), needed);
}

type NeedLists = ReadersNeeds['lists'];

/** Adds the results of the steps to the summary. `needed`: undefined when any text may matter. */
function addResults(
  tx: Tx,
  prefilter: Prefilter,
  sum: { byteClasses: number; readonly candidates: number[] },
  text: InternedValue,
  plan: TransformedPlan,
  needed: NeedLists | undefined,
): void {
  const { steps, previews } = plan;
  let transformed = text;
  let done = 0;
  for (const step of steps) {
    const before = transformed;
    const preview = needed && previews?.[done];
    done += 1;
    if (preview !== undefined && !mayMatter(plan, done, preview(before.value), needed)) return;
    transformed = step(tx, before);
    if (transformed === before) continue;
    const { byteClasses } = transformed;
    if (!mayMatter(plan, done, byteClasses, needed)) return;
    sum.byteClasses |= byteClasses;
    unite(sum.candidates, foundClausesOf(tx, prefilter, transformed));
  }
}

/** Returns whether the result of the first `done` steps, or of later ones, may meet the needs. `byteClasses`: those of the result. */
function mayMatter(
  { steps, additions }: TransformedPlan,
  done: number,
  byteClasses: number,
  needed: NeedLists | undefined,
): boolean {
  if (needed === undefined) return true;
  const isLast = done === steps.length;
  return hasSome(isLast ? byteClasses : withAdditions(byteClasses, additions, done), needed);
}

/** Returns whether the byte classes have one of each mask of some list. */
function hasSome(byteClasses: number, lists: NeedLists): boolean {
  for (const list of lists) {
    if (hasAll(byteClasses, list)) return true;
  }
  return false;
}

function hasAll(byteClasses: number, masks: readonly number[]): boolean {
  for (const mask of masks) {
    if ((byteClasses & mask) === 0) return false;
  }
  return true;
}

/**
 * Returns whether the summary of the plain values also holds for the transformed ones: no value contains a byte that
 * the transformations rewrite.
 */
export function holdsForTransformed(plain: TargetSummary, rewrites: number): boolean {
  return plain === nothing || ((plain.byteClasses & rewrites) === 0 && rewrites !== ANYTHING);
}

function uniteSummaries(tx: Tx, summaries: Summaries, parts: readonly number[]): TargetSummary {
  let sum: { byteClasses: number; candidates: number[] } | undefined;
  let only = nothing;
  for (const part of parts) {
    const summary = summaryAt(tx, summaries, part);
    if (summary === nothing || summary === only) continue;
    if (only === nothing) {
      only = summary;
      continue;
    }
    sum ??= { byteClasses: only.byteClasses, candidates: only.candidates.slice() };
    sum.byteClasses |= summary.byteClasses;
    unite(sum.candidates, summary.candidates);
  }
  return sum ?? only;
}

/**
 * Returns the clauses that may hold for the text. For a long one that was not searched these are all clauses, because
 * the operator of a single rule takes no longer than the search.
 */
export function clausesOf(tx: Tx, prefilter: Prefilter, text: InternedValue): ClauseSet {
  if (text.candidates !== undefined) return text.candidates;
  return text.value.length < LONG_TEXT ? foundClausesOf(tx, prefilter, text) : prefilter.all;
}

/** Returns the clauses that hold for the text; each text is scanned once. */
export function foundClausesOf(tx: Tx, prefilter: Prefilter, text: InternedValue): ClauseSet {
  const { candidates } = text;
  if (candidates !== undefined) return candidates;
  tx.spend(text.value);
  const { value, byteClasses, prefix } = text;
  const found =
    prefix === undefined
      ? findClauses(prefilter, value, byteClasses)
      : addClausesAfter(prefilter, foundClausesOf(tx, prefilter, prefix.text), prefix);
  text.candidates = found;
  return found;
}

/** Returns the texts that multiMatch tests: the value itself, and the result of each step that changes it. */
export function everyTransformed(
  tx: Tx,
  text: InternedValue,
  steps: readonly TransformationStep[],
): readonly InternedValue[] {
  const texts = [text];
  let last = text;
  for (const step of steps) {
    const transformed = step(tx, last);
    if (transformed !== last) texts.push(transformed);
    last = transformed;
  }
  return texts;
}
