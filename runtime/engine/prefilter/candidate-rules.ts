/**
 * Finds the candidate rules of a phase. A rule is left out when each of its matches needs bytes or literals that no
 * value of its targets contains. One pass over a small table decides this for all rules.
 */

import type { BodyVariables } from '../body/body-variables.ts';
import { BITS_PER_WORD, createBits, hasBit, setBit } from '../bytes/bit-words.ts';
import { hasByteClass } from '../bytes/byte-classes.ts';
import type { Matcher } from '../regex/matcher.ts';
import { expectSearches, LONG_TEXT, type PrefixMember } from '../regex/prefix-filter.ts';
import type { Tx } from '../transaction/tx.ts';
import { mayMatch } from './literal-index.ts';
import { candidatesOfLongValues } from './long-values.ts';
import { nothing, possibleClasses, summaryAt } from './summarize-targets.ts';
import { addReader, type Summaries, type TargetSummary } from './target-summary.ts';

/** The precondition of one rule, as the compiler emits it. */
export type PreconditionCode = {
  /** Index in the phase, from 0. */
  readonly rule: number;
  /** Index in the list of all summaries. */
  readonly summary: number;
  /** Masks of byte classes: every match contains a byte of each mask. */
  readonly needs: readonly number[];
  /** Index of the prefilter clause that every match satisfies. */
  readonly clause?: number;
  /** The expression that the rule searches the values for. */
  readonly search?: Matcher;
};

export type Preconditions = {
  readonly summaries: Summaries;
  /** Rules without a precondition. */
  readonly always: CandidateRules;
  /** One row for each precondition: rule, summary, word and mask of the clause (mask 0: none), number of needs, needs. */
  readonly rows: Int32Array;
  /** By rule: its expression as a member of a prefix filter. */
  readonly searches: ReadonlyMap<number, PrefixMember>;
  /** Those of rules without a precondition. */
  readonly alwaysSearched: readonly PrefixMember[];
};

/** One bit for each rule (bytes/bit-words.ts). */
export type CandidateRules = readonly number[];

/**
 * Builds the table of preconditions. `rules`: number of rules in the phase; `alwaysSearched`: the expressions of rules without
 * a precondition.
 */
export function loadPreconditions(
  summaries: Summaries,
  rules: number,
  preconditions: readonly PreconditionCode[],
  alwaysSearched: readonly Matcher[] = [],
): Preconditions {
  for (const { summary, needs, clause } of preconditions)
    addReader(summaries, summary, needs, clause);
  const conditional = new Set(preconditions.map(({ rule }) => rule));
  const always = createBits(rules);
  for (let rule = 0; rule < rules; rule += 1) if (!conditional.has(rule)) setBit(always, rule);
  const rows = preconditions.flatMap(({ rule, summary, needs, clause }) => {
    const word = clause === undefined ? 0 : Math.floor(clause / BITS_PER_WORD);
    const mask = clause === undefined ? 0 : 1 << (clause % BITS_PER_WORD);
    return [rule, summary, word, mask, needs.length, ...needs];
  });
  const searches = new Map<number, PrefixMember>();
  for (const { rule, search } of preconditions) {
    if (search?.prefixes !== undefined) searches.set(rule, search.prefixes);
  }
  const others = alwaysSearched.map(({ prefixes }) => prefixes).filter((one) => one !== undefined);
  return { summaries, always, rows: Int32Array.from(rows), searches, alwaysSearched: others };
}

/** Bytes from which on it saves time to check first whether values must be transformed at all. */
const LONG_BODY = 16_384;

/** Returns the rules to call. Summaries are computed anew here, so every phase begins with this call. */
export function candidateRules(tx: Tx, preconditions: Preconditions): CandidateRules {
  const { summaries, always, rows, searches, alwaysSearched } = preconditions;
  const candidates = always.slice();
  summaries.computed.fill(undefined);
  summaries.possible.fill(undefined);
  const isLong = tx.body.length >= LONG_BODY;
  if (isLong && hasLongValue(tx.body)) {
    const rules = candidatesOfLongValues(tx, summaries, rows);
    for (const rule of rules) setBit(candidates, rule);
    const searched = rules.map((rule) => searches.get(rule)).filter((one) => one !== undefined);
    expectSearches([...searches.values()], [...searched, ...alwaysSearched]);
    return candidates;
  }
  for (let at = 0; at < rows.length; at += 5 + (rows[at + 4] ?? 0)) {
    if (isLong && !mayHold(tx, summaries, rows, at)) continue;
    const summary = summaryAt(tx, summaries, rows[at + 1] ?? 0);
    if (summary !== nothing && holds(summary, rows, at)) setBit(candidates, rows[at] ?? 0);
  }
  return candidates;
}

function hasLongValue({ raw, pairs, xml }: BodyVariables): boolean {
  if (raw.length >= LONG_TEXT || xml !== undefined) return true;
  return pairs.some(([, value]) => value.length >= LONG_TEXT);
}

/** Returns false when the precondition of the row cannot hold, whatever the transformations return. */
function mayHold(tx: Tx, summaries: Summaries, rows: Int32Array, at: number): boolean {
  const end = at + 5 + (rows[at + 4] ?? 0);
  if (end === at + 5) return true;
  const classes = possibleClasses(tx, summaries, rows[at + 1] ?? 0);
  for (let need = at + 5; need < end; need += 1) {
    if ((classes & (rows[need] ?? 0)) === 0) return false;
  }
  return true;
}

function holds(summary: TargetSummary, rows: Int32Array, at: number): boolean {
  const end = at + 5 + (rows[at + 4] ?? 0);
  const mask = rows[at + 3] ?? 0;
  if (mask !== 0 && !mayMatch(summary.candidates, rows[at + 2] ?? 0, mask)) return false;
  for (let need = at + 5; need < end; need += 1) {
    if (!hasByteClass(summary, rows[need] ?? 0)) return false;
  }
  return true;
}

/** Returns whether the rule is a candidate. `rule`: its index in the phase. */
export function isCandidate(candidates: CandidateRules, rule: number): boolean {
  return hasBit(candidates, rule);
}

/** Calls the rules of a list that are candidates, in order. `first`: the index in the phase of the first rule. */
export function callCandidates(
  tx: Tx,
  candidates: CandidateRules,
  first: number,
  rules: readonly ((tx: Tx) => unknown)[],
): void {
  rules.forEach((rule, index) => {
    if (isCandidate(candidates, first + index)) rule(tx);
  });
}
