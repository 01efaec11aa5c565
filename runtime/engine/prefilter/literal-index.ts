/**
 * One scan of a value finds, for all rules at once, which prefilter clauses hold. A clause is a disjunction of
 * literals and byte classes, one of which occurs in every match of its rules: when it does not hold, the rules
 * cannot match; when it holds, the operator decides.
 */

import { createBits } from '../bytes/bit-words.ts';
import { byteClassesOf } from '../bytes/byte-classes.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import type { ClauseSet } from '../collections/entry.ts';
import { findLiterals, type GramIndex, indexGrams } from './gram-index.ts';
import {
  addClauses,
  addClausesOfLong,
  createLongTextSearch,
  type LongTextSearch,
} from './long-texts.ts';

/** As the compiler emits it. */
export type PrefilterCode = {
  readonly clauses: number;
  /** Lower case, distinct, 2 bytes or more. */
  readonly literals: readonly ByteString[];
  /** For each literal the position after the three bytes by which it is found. */
  readonly anchors: readonly number[];
  /** For each literal the clauses that it satisfies. */
  readonly clausesOfLiteral: readonly (readonly number[])[];
  /** Masks of byte classes, each followed by the clauses that a byte of them satisfies. */
  readonly byteClasses: readonly (readonly number[])[];
};

export type Prefilter = {
  /** The set without any clause. */
  readonly none: ClauseSet;
  readonly grams: GramIndex;
  /** For values that are long or resemble many literals; built at first use. */
  long: LongTextSearch | undefined;
  /** Bytes of the longest literal: repetitions beyond it change nothing. */
  readonly longest: number;
  readonly clausesOfLiteral: readonly (readonly number[])[];
  readonly byteClasses: readonly ByteClassClauses[];
  /** Scratch of one scan: indexes of literals found. */
  readonly found: number[];
};

/** The clauses that a byte of `any` satisfies. */
type ByteClassClauses = { readonly any: number; readonly candidates: ClauseSet };

export function loadPrefilter(code: PrefilterCode): Prefilter {
  const { clauses, literals, anchors, clausesOfLiteral, byteClasses } = code;
  return {
    none: createBits(clauses),
    grams: indexGrams(literals, anchors),
    longest: literals.reduce((longest, { length }) => Math.max(longest, length), 0),
    long: undefined,
    clausesOfLiteral,
    byteClasses: byteClasses.map(([any = 0, ...held]) => {
      const candidates = createBits(clauses);
      addClauses(candidates, held);
      return { any, candidates };
    }),
    found: [],
  };
}

/**
 * Bytes from which on the automaton's table pays for being loaded into the processor's caches: 7 ns a byte
 * against 8 to 18 at 128 KB, even at 512 bytes. Below it, few texts need the automaton to be built.
 */
const LONG = 1024;

/** The clauses that hold for `value`; `present` is the mask of its byte classes. */
export function findClauses(prefilter: Prefilter, value: ByteString, present: number): ClauseSet {
  const { none, grams, clausesOfLiteral, byteClasses, found } = prefilter;
  let candidates: number[] | undefined;
  for (const entry of byteClasses) {
    if ((present & entry.any) === 0) continue;
    candidates ??= none.slice();
    unite(candidates, entry.candidates);
  }
  if (found.length > 0) found.length = 0;
  if (value.length > LONG || !findLiterals(grams, value, found)) {
    candidates ??= none.slice();
    addClausesInLong(prefilter, value, present, candidates);
    return candidates;
  }
  if (found.length === 0) return candidates ?? none;
  candidates ??= none.slice();
  for (const literal of found) addClauses(candidates, clausesOfLiteral[literal] ?? []);
  return candidates;
}

/** The clauses that hold for `value`, which ends with `rest`; `held`: those that hold for what stands before it. */
export function addClausesAfter(
  prefilter: Prefilter,
  held: ClauseSet,
  value: ByteString,
  rest: ByteString,
): ClauseSet {
  // Where a literal begins that ends in the rest.
  const from = Math.max(0, value.length - rest.length - prefilter.longest);
  const candidates = findClauses(prefilter, value.slice(from), byteClassesOf(rest)).slice();
  unite(candidates, held);
  return candidates;
}

function addClausesInLong(
  prefilter: Prefilter,
  value: ByteString,
  present: number,
  candidates: number[],
): void {
  prefilter.long ??= createLongTextSearch(prefilter.grams.literals, prefilter.clausesOfLiteral);
  addClausesOfLong(prefilter.long, value, present, candidates);
}

/** Adds to `union` what `candidates` has. */
export function unite(union: number[], candidates: ClauseSet): void {
  for (let word = 0; word < candidates.length; word += 1) {
    union[word] = (union[word] ?? 0) | (candidates[word] ?? 0);
  }
}

/** False: the rules of the clause cannot match. `word` and `mask` are its position in the set. */
export function mayMatch(candidates: ClauseSet, word: number, mask: number): boolean {
  return ((candidates[word] ?? 0) & mask) !== 0;
}
