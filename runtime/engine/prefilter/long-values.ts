/**
 * Finds the candidate rules for a body with long values. Transforming and searching long values takes most of the time, so a long
 * value is transformed only while the precondition of some rule depends on the result, and searched only for the
 * literals of such rules.
 */
import type { ClauseSet, Entry, InternedValue } from '../collections/entry.ts';
import { LONG_TEXT } from '../regex/prefix-filter.ts';
import type { Tx } from '../transaction/tx.ts';
import { createTextSearch, searchFor, type TextSearch } from './search-long-values.ts';
import {
  ANYTHING,
  foundClausesOf,
  holdsForTransformed,
  nothing,
  possibleClasses,
  summarizeTransformed,
  summaryAt,
} from './summarize-targets.ts';
import {
  clausePosition,
  type Precondition,
  type Summaries,
  type SummaryPlan,
  type TargetSummary,
  type TransformedPlan,
} from './target-summary.ts';

/** A rule with what its precondition requires and no value has fulfilled so far. */
type OpenRule = {
  readonly rule: number;
  /** Index of the summary. */
  readonly summary: number;
  /** The clause, by its word in the set and its mask; mask 0: none, or it holds. */
  readonly word: number;
  mask: number;
  /** Masks of byte classes. */
  needs: readonly number[];
  /** Whether the targets have a value. */
  hasValue: boolean;
};

/** Returns the rules whose preconditions hold. */
export function candidatesOfLongValues(
  tx: Tx,
  summaries: Summaries,
  preconditions: readonly Precondition[],
): readonly number[] {
  const search = createTextSearch(tx, summaries.prefilter);
  const rules = preconditions.map(openRule).filter((rule) => mayHold(tx, summaries, search, rule));
  const bySummary = new Map<number, OpenRule[]>();
  for (const rule of rules) append(bySummary, rule.summary, rule);
  searchPlainTexts(tx, summaries, search, bySummary);
  const lists = new Map<TransformedPlan, OpenRule[]>();
  for (const [index, readers] of bySummary) {
    const plans = checkPlainValues(tx, summaries, readers, index);
    for (const plan of plans) {
      for (const rule of readers) if (isOpen(rule)) append(lists, plan, rule);
    }
  }
  checkTransformedValues(tx, summaries, search, lists);
  return rules.filter((rule) => !isOpen(rule)).map(({ rule }) => rule);
}

function openRule(precondition: Precondition): OpenRule {
  const { rule, summary, needs } = precondition;
  return { rule, summary, needs, ...clausePosition(precondition), hasValue: false };
}

function isOpen({ mask, needs, hasValue }: OpenRule): boolean {
  return mask !== 0 || needs.length > 0 || !hasValue;
}

/** Returns false when the precondition cannot hold, whatever the transformations return. */
function mayHold(
  tx: Tx,
  summaries: Summaries,
  search: TextSearch,
  { summary, word, mask, needs }: OpenRule,
): boolean {
  const classes = possibleClasses(tx, summaries, summary);
  if (needs.some((need) => (classes & need) === 0)) return false;
  return mask === 0 || ((search.possible(classes)[word] ?? 0) & mask) !== 0;
}

/** Notes that a value of the rule's targets has these byte classes and clauses. */
function check(rule: OpenRule, byteClasses: number, clauses: ClauseSet): void {
  rule.hasValue = true;
  if (((clauses[rule.word] ?? 0) & rule.mask) !== 0) rule.mask = 0;
  if (rule.needs.length > 0) rule.needs = rule.needs.filter((need) => (byteClasses & need) === 0);
}

function checkSummary(rules: readonly OpenRule[], summary: TargetSummary): void {
  if (summary === nothing) return;
  for (const rule of rules) check(rule, summary.byteClasses, summary.candidates);
}

/** Searches long values, before any transformation, for the clauses of the rules that read them. */
function searchPlainTexts(
  tx: Tx,
  { plans }: Summaries,
  search: TextSearch,
  bySummary: ReadonlyMap<number, readonly OpenRule[]>,
): void {
  const byPlan = new Map<PlainPlan, OpenRule[]>();
  for (const [index, rules] of bySummary) {
    for (const plan of plainPlans(plans, index)) append(byPlan, plan, ...rules);
  }
  const byText = new Map<InternedValue, OpenRule[]>();
  for (const [plan, rules] of byPlan) {
    for (const text of longTextsOf(plan.select(tx))) append(byText, text, ...rules);
  }
  for (const [text, rules] of byText) searchFor(search, text, rules);
}

function longTextsOf(entries: readonly Entry[]): readonly InternedValue[] {
  return entries.map(({ text }) => text).filter(isLong);
}

type PlainPlan = Extract<SummaryPlan, { readonly kind: 'Values' }>;

/** Returns the plans of the untransformed values that the summary depends on. */
function plainPlans(plans: readonly SummaryPlan[], index: number): readonly PlainPlan[] {
  const plan = plans[index];
  switch (plan?.kind) {
    case undefined:
      return [];
    case 'Values':
      return [plan];
    case 'Union':
      return plan.parts.flatMap((part) => plainPlans(plans, part));
    case 'Transformed':
    case 'TransformedUnion':
      return plainPlans(plans, plan.plain);
  }
}

/** Checks the untransformed values; returns the plans whose transformed values have something else to show. */
function checkPlainValues(
  tx: Tx,
  summaries: Summaries,
  rules: readonly OpenRule[],
  index: number,
): readonly TransformedPlan[] {
  const plan = summaries.plans[index];
  switch (plan?.kind) {
    case undefined:
      return [];
    case 'Values':
      checkSummary(rules, summaryAt(tx, summaries, index));
      return [];
    case 'Union':
      return plan.parts.flatMap((part) => checkPlainValues(tx, summaries, rules, part));
    case 'Transformed':
    case 'TransformedUnion': {
      const plain = summaryAt(tx, summaries, plan.plain);
      checkSummary(rules, plain);
      if (holdsForTransformed(plain, plan.rewrites) || !rules.some(isOpen)) return [];
      if (plan.kind === 'Transformed') return [plan];
      return plan.parts.flatMap((part) => checkPlainValues(tx, summaries, rules, part));
    }
  }
}

function checkTransformedValues(
  tx: Tx,
  { prefilter }: Summaries,
  search: TextSearch,
  lists: ReadonlyMap<TransformedPlan, readonly OpenRule[]>,
): void {
  const longTexts = new Map<InternedValue, Reader[]>();
  for (const [plan, rules] of lists) {
    const short: Entry[] = [];
    for (const entry of plan.select(tx)) {
      if (isLong(entry.text)) append(longTexts, entry.text, [plan, rules]);
      else short.push(entry);
    }
    checkSummary(rules, summarizeTransformed(tx, prefilter, nothing, short, plan, undefined));
  }
  for (const [text, readers] of longTexts) {
    for (const [plan, rules] of readers) checkLongText(tx, search, text, plan, rules, readers);
  }
}

type Reader = readonly [plan: TransformedPlan, rules: readonly OpenRule[]];

/** `rules` read the values of this plan. A text that other `readers` read, too, is searched for all their clauses at once. */
function checkLongText(
  tx: Tx,
  search: TextSearch,
  text: InternedValue,
  { rewrites, steps }: TransformedPlan,
  rules: readonly OpenRule[],
  readers: readonly Reader[],
): void {
  if ((text.byteClasses & rewrites) === 0 && rewrites !== ANYTHING) return;
  let transformed = text;
  let sharing = readers;
  for (const [index, step] of steps.entries()) {
    const open = rules.filter(isOpen);
    if (open.length === 0) return;
    sharing = sharing.filter(([plan]) => plan.steps[index] === step);
    const before = transformed;
    transformed = step(tx, before);
    if (transformed === before) continue;
    const all = sharing.flatMap(([, others]) => others);
    const clauses = isLong(transformed)
      ? searchFor(search, transformed, open, all)
      : foundClausesOf(tx, search.prefilter, transformed);
    for (const rule of open) check(rule, transformed.byteClasses, clauses);
  }
}

function isLong({ value, prefix }: InternedValue): boolean {
  return value.length >= LONG_TEXT && prefix === undefined;
}

function append<Key, Value>(map: Map<Key, Value[]>, key: Key, ...added: readonly Value[]): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [...added]);
  else values.push(...added);
}
