/**
 * Finds the candidate rules of a phase. A rule is left out when each of its matches needs bytes or literals that no
 * value of its targets contains. One pass over a small table decides this for all rules.
 */
import type { BodyVariables } from '../body/body-variables.ts';
import { createBits, hasBit, setBit } from '../bytes/bit-words.ts';
import type { Matcher } from '../regex/matcher.ts';
import { expectSearches, LONG_TEXT, type PrefixMember } from '../regex/prefix-filter.ts';
import type { Tx } from '../transaction/tx.ts';
import { candidatesOfLongValues } from './long-values.ts';
import {
  addCandidates,
  addCandidatesInLong,
  groupByTargets,
  type TargetReaders,
} from './target-readers.ts';
import { addReader, type Precondition, type Summaries } from './target-summary.ts';

/** The precondition of one rule, as the compiler emits it. */
export type PreconditionCode = Precondition & {
  /** The expression that the rule searches the values for. */
  readonly search?: Matcher;
};

export type Preconditions = {
  readonly summaries: Summaries;
  /** Rules without a precondition. */
  readonly always: CandidateRules;
  readonly preconditions: readonly Precondition[];
  readonly readers: readonly TargetReaders[];
  /** By rule: its expression as a member of a prefix filter. */
  readonly searches: ReadonlyMap<number, PrefixMember>;
  /** Expressions of rules without a precondition. */
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
  for (const precondition of preconditions) addReader(summaries, precondition);
  const conditional = new Set(preconditions.map(({ rule }) => rule));
  const always = createBits(rules);
  for (let rule = 0; rule < rules; rule += 1) if (!conditional.has(rule)) setBit(always, rule);
  const searches = new Map<number, PrefixMember>();
  for (const { rule, search } of preconditions) {
    if (search?.prefixes !== undefined) searches.set(rule, search.prefixes);
  }
  const others = alwaysSearched.map(({ prefixes }) => prefixes).filter((one) => one !== undefined);
  return {
    summaries,
    always,
    preconditions,
    readers: groupByTargets(summaries, preconditions),
    searches,
    alwaysSearched: others,
  };
}

/** Bytes from which on it saves time to check first whether values must be transformed at all. */
const LONG_BODY = 16_384;

/** Returns the rules to call. Summaries are computed again here, so every phase begins with this call. */
export function candidateRules(tx: Tx, preconditions: Preconditions): CandidateRules {
  const { summaries, always, readers, searches, alwaysSearched } = preconditions;
  const candidates = always.slice();
  summaries.computed.fill(undefined);
  const isLong = tx.body.length >= LONG_BODY;
  if (isLong) summaries.possible.fill(undefined);
  if (isLong && hasLongValue(tx.body)) {
    const rules = candidatesOfLongValues(tx, summaries, preconditions.preconditions);
    for (const rule of rules) setBit(candidates, rule);
    const searched = rules.map((rule) => searches.get(rule)).filter((one) => one !== undefined);
    expectSearches([...searches.values()], [...searched, ...alwaysSearched]);
    return candidates;
  }
  const add = isLong ? addCandidatesInLong : addCandidates;
  for (const one of readers) add(candidates, tx, summaries, one);
  return candidates;
}

function hasLongValue({ raw, pairs, xml }: BodyVariables): boolean {
  if (raw.length >= LONG_TEXT || xml !== undefined) return true;
  return pairs.some(([, value]) => value.length >= LONG_TEXT);
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
  for (let index = 0; index < rules.length; index += 1) {
    if (isCandidate(candidates, first + index)) rules[index]?.(tx);
  }
}
