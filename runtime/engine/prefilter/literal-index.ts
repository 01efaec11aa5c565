/**
 * One scan of a value finds, for all rules together, which prefilter clauses hold. A clause is a disjunction of
 * literals and byte classes, one of which occurs in every match of its rules. When the clause does not hold, the
 * rules cannot match; when it holds, the operator decides.
 */
import { createBits, setBit } from '../bytes/bit-words.ts';
import { byteClassesOf } from '../bytes/byte-classes.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import type { ClauseSet, InternedValue } from '../collections/entry.ts';
import { findLiterals, type GramIndex, indexGrams, type LiteralAnchors } from './gram-index.ts';
import { createDivisions, type Divisions, findAcross } from './literals-across.ts';
import {
  addClauses,
  addClausesOfLong,
  createLongTextSearch,
  type LongTextSearch,
  literalClasses,
} from './long-texts.ts';

/** The prefilter as the compiler emits it. */
export type PrefilterCode = {
  readonly clauses: number;
  /** Lower case, distinct, 2 bytes or more. */
  readonly literals: readonly ByteString[];
  /** Bytes of the longest literal. Repetitions beyond this length cannot add a match. */
  readonly longest: number;
  readonly anchors: LiteralAnchors;
  /** Bytes that occur in literals. */
  readonly bytes: ByteString;
  /** Runs of literals in order: the number of literals, then the clauses that each of them satisfies. */
  readonly clausesOfLiterals: readonly (readonly number[])[];
  /** Masks of byte classes, each followed by the clauses that a byte of them satisfies. */
  readonly byteClasses: readonly (readonly number[])[];
};

export type Prefilter = {
  /** The set without any clause, and the set of all. */
  readonly none: ClauseSet;
  readonly all: ClauseSet;
  readonly grams: GramIndex;
  /** For values that are long or resemble many literals; built at first use. */
  long: LongTextSearch | undefined;
  readonly longest: number;
  readonly clauseLists: readonly (readonly number[])[];
  /** Literal -> the index of the list of clauses that it satisfies. */
  readonly indexes: Int32Array;
  readonly byteClasses: readonly ByteClassClauses[];
  /** Mask of byte classes -> the clauses that they satisfy. */
  readonly ofClasses: Map<number, ClauseSet>;
  /** For texts with a common prefix; built at first use. */
  divisions: Divisions | undefined;
  /** Built at first use. */
  requirements: Requirements | undefined;
  /** Scratch memory of one scan: indexes of the literals found. */
  readonly found: number[];
};

/** Mask of byte classes -> the clauses of the literals that consist of bytes of all these classes. */
type Requirements = ReadonlyMap<number, ClauseSet>;

/** The clauses that a byte of `any` satisfies. */
type ByteClassClauses = { readonly any: number; readonly candidates: ClauseSet };

export function loadPrefilter(code: PrefilterCode): Prefilter {
  const { clauses, literals, longest, anchors, bytes, clausesOfLiterals, byteClasses } = code;
  return {
    none: createBits(clauses),
    all: allBits(clauses),
    grams: indexGrams(literals, anchors, bytes),
    longest,
    long: undefined,
    clauseLists: clausesOfLiterals.map((list) => list.slice(1)),
    indexes: indexesOf(clausesOfLiterals, literals.length),
    byteClasses: byteClasses.map(([any = 0, ...held]) => {
      const candidates = createBits(clauses);
      addClauses(candidates, held);
      return { any, candidates };
    }),
    ofClasses: new Map(),
    divisions: undefined,
    requirements: undefined,
    found: [],
  };
}

function allBits(count: number): ClauseSet {
  const bits = createBits(count);
  for (let bit = 0; bit < count; bit += 1) setBit(bits, bit);
  return bits;
}

function indexesOf(
  clausesOfLiterals: PrefilterCode['clausesOfLiterals'],
  literals: number,
): Int32Array {
  const indexes = new Int32Array(literals);
  let from = 0;
  for (let index = 0; index < clausesOfLiterals.length; index += 1) {
    const to = from + (clausesOfLiterals[index]?.[0] ?? 0);
    indexes.fill(index, from, to);
    from = to;
  }
  return indexes;
}

/**
 * Bytes from which on the automaton is faster, because loading its table into the processor's caches pays off: 7 ns a
 * byte against 8 to 18 at 128 KB; the times are equal at 512 bytes. Below it, few texts need the automaton to be
 * built.
 */
const LONG = 1024;

/** Returns the clauses that hold for `value`; `present` is the mask of its byte classes. */
export function findClauses(prefilter: Prefilter, value: ByteString, present: number): ClauseSet {
  const { grams, found } = prefilter;
  const held = clausesOfClasses(prefilter, present);
  if (found.length > 0) found.length = 0;
  if (value.length > LONG || !findLiterals(grams, value, found)) {
    const candidates = held.slice();
    addClausesInLong(prefilter, value, present, candidates);
    return candidates;
  }
  if (found.length === 0) return held;
  const candidates = held.slice();
  for (const literal of found) addClauses(candidates, clausesOf(prefilter, literal));
  return candidates;
}

/** Masks of byte classes up to which their clauses are cached: texts have few different ones. */
const MOST_MASKS = 512;

/** Returns the clauses that bytes of the classes satisfy. */
function clausesOfClasses({ none, byteClasses, ofClasses }: Prefilter, present: number): ClauseSet {
  const known = ofClasses.get(present);
  if (known !== undefined) return known;
  let clauses: number[] | undefined;
  for (const { any, candidates } of byteClasses) {
    if ((present & any) === 0) continue;
    clauses ??= none.slice();
    unite(clauses, candidates);
  }
  if (ofClasses.size >= MOST_MASKS) ofClasses.clear();
  ofClasses.set(present, clauses ?? none);
  return clauses ?? none;
}

/** Returns the clauses that hold for a text with a prefix. `held`: the clauses that hold for the prefix. */
export function addClausesAfter(
  prefilter: Prefilter,
  held: ClauseSet,
  { text, rest }: NonNullable<InternedValue['prefix']>,
): ClauseSet {
  prefilter.divisions ??= createDivisions(prefilter.grams.literals);
  const own = findClauses(prefilter, rest, byteClassesOf(rest));
  let candidates = isSubset(own, held) ? undefined : united(held, own);
  findAcross(prefilter.divisions, text.value, rest, (literal) => {
    candidates ??= held.slice();
    addClauses(candidates, clausesOf(prefilter, literal));
  });
  return candidates ?? held;
}

function isSubset(part: ClauseSet, whole: ClauseSet): boolean {
  for (let word = 0; word < part.length; word += 1) {
    if (((part[word] ?? 0) & ~(whole[word] ?? 0)) !== 0) return false;
  }
  return true;
}

function united(some: ClauseSet, others: ClauseSet): number[] {
  const union = some.slice();
  unite(union, others);
  return union;
}

/**
 * Returns the clauses that hold for the long `value`, and those in `held`, which are not searched for; `present` is the
 * mask of its byte classes.
 */
export function findOtherClauses(
  prefilter: Prefilter,
  value: ByteString,
  present: number,
  held: ClauseSet,
): ClauseSet {
  const candidates = held.slice();
  for (const entry of prefilter.byteClasses) {
    if ((present & entry.any) !== 0) unite(candidates, entry.candidates);
  }
  addClausesInLong(prefilter, value, present, candidates);
  return candidates;
}

/** Returns the clauses that a value may satisfy whose byte classes are all in `present`. */
export function possibleClauses(prefilter: Prefilter, present: number): ClauseSet {
  prefilter.requirements ??= requirementsOf(prefilter);
  const possible = prefilter.none.slice();
  for (const { any, candidates } of prefilter.byteClasses) {
    if ((present & any) !== 0) unite(possible, candidates);
  }
  const classes = literalClasses(present);
  prefilter.requirements.forEach((candidates, needed) => {
    if ((needed & ~classes) === 0) unite(possible, candidates);
  });
  return possible;
}

function requirementsOf({ grams, none, clauseLists, indexes }: Prefilter): Requirements {
  const requirements = new Map<number, number[]>();
  grams.literals.forEach((literal, index) => {
    const needed = byteClassesOf(literal);
    const clauses = requirements.get(needed) ?? none.slice();
    addClauses(clauses, clauseLists[indexes[index] ?? 0] ?? []);
    requirements.set(needed, clauses);
  });
  return requirements;
}

function addClausesInLong(
  prefilter: Prefilter,
  value: ByteString,
  present: number,
  candidates: number[],
): void {
  addClausesOfLong(longSearchOf(prefilter), value, present, candidates);
}

function longSearchOf(prefilter: Prefilter): LongTextSearch {
  const { literals } = prefilter.grams;
  prefilter.long ??= createLongTextSearch(
    literals,
    literals.map((_, literal) => clausesOf(prefilter, literal)),
    prefilter.longest,
  );
  return prefilter.long;
}

/** Adds the clauses in `candidates` to `union`. */
export function unite(union: number[], candidates: ClauseSet): void {
  for (let word = 0; word < candidates.length; word += 1) {
    union[word] = (union[word] ?? 0) | (candidates[word] ?? 0);
  }
}

function clausesOf({ clauseLists, indexes }: Prefilter, literal: number): readonly number[] {
  return clauseLists[indexes[literal] ?? 0] ?? [];
}

/** Returns false when the rules of the clause cannot match. `word` and `mask` are its position in the set. */
export function mayMatch(candidates: ClauseSet, word: number, mask: number): boolean {
  return ((candidates[word] ?? 0) & mask) !== 0;
}
