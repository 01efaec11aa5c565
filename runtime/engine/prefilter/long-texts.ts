/**
 * Finds the clauses that hold for a long text. A phrase automaton reads the beginning, which contains the common
 * literals. After that, a literal is searched for only when one of its clauses does not hold yet and the text has all
 * its byte classes.
 */
import { hasBit, lowestBit, setBit } from '../bytes/bit-words.ts';
import { byteClassesOf } from '../bytes/byte-classes.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { shortenRepeats } from '../bytes/repeats.ts';
import { collectPhrases } from '../text-search/aho-corasick.ts';
import { buildPhraseAutomaton, type PhraseAutomaton } from '../text-search/phrase-automaton.ts';
import { findInText } from './literal-search.ts';
import { createLiteralTables, type LiteralTables, lookFor } from './literal-tables.ts';

export type LongTextSearch = {
  readonly automaton: PhraseAutomaton;
  readonly chosen: LiteralTables;
  /** Literal -> the mask of its byte classes. */
  readonly byteClasses: Int32Array;
  readonly clausesOfLiteral: readonly (readonly number[])[];
  /** Every literal. */
  readonly all: readonly number[];
  /** Clause -> its literals. */
  readonly literalsOfClause: readonly (readonly number[])[];
  /** Literal -> an expression of V8 that finds it, made at first use. */
  readonly expressions: (RegExp | undefined)[];
  /** Bytes of the longest literal. Repetitions beyond this length cannot add a match. */
  readonly longest: number;
  /** Scratch memory of the automaton: one bit for each literal. */
  readonly seen: Uint32Array;
};

/**
 * Entries of the transition table, 256 KB. For the 3,700 literals of CRS this is faster than half the size, by a
 * fifth on texts made of literals and by a seventh on English; an eighth of the size is slower still.
 */
const ENTRIES = 131_072;

/**
 * Builds the search. `clausesOfLiteral`: the clauses that each literal satisfies; `longest`: bytes of the longest
 * literal.
 */
export function createLongTextSearch(
  literals: readonly ByteString[],
  clausesOfLiteral: readonly (readonly number[])[],
  longest: number,
): LongTextSearch {
  return {
    automaton: buildPhraseAutomaton(literals, ENTRIES),
    chosen: createLiteralTables(literals),
    byteClasses: Int32Array.from(literals, (literal) => byteClassesOf(literal)),
    clausesOfLiteral,
    all: literals.map((_, literal) => literal),
    literalsOfClause: invert(clausesOfLiteral),
    expressions: [],
    longest,
    seen: new Uint32Array((literals.length >> 5) + 1),
  };
}

function invert(clausesOfLiteral: LongTextSearch['clausesOfLiteral']): readonly number[][] {
  const literalsOf: number[][] = [];
  for (const [literal, clauses] of clausesOfLiteral.entries()) {
    for (const clause of clauses) {
      literalsOf[clause] ??= [];
      literalsOf[clause]?.push(literal);
    }
  }
  return literalsOf;
}

/** Bytes of the sample, and those that the automaton reads first. */
const BEGINNING = 4096;
/** Literals up to which reading the beginning for common ones costs more than it saves. */
const FEW = 64;
/** Literals up to which V8 finds one after the other faster, in 0.3 ns a byte for each. */
const FEWEST = 3;

/** Adds to `candidates` the clauses whose literals are in `value`; `present` is the mask of its byte classes. */
export function addClausesOfLong(
  search: LongTextSearch,
  value: ByteString,
  present: number,
  candidates: number[],
): void {
  const { chosen, clausesOfLiteral, longest } = search;
  const isWanted = (literal: number): boolean => lacksClause(search, literal, candidates);
  const found = (literal: number): void => addClauses(candidates, clausesOfLiteral[literal] ?? []);
  // Most texts end before the list is needed: it is made later, unless few literals are on it.
  let wanted = wantedLiterals(search, present, candidates, FEW + 1);
  if (wanted.length <= FEWEST) {
    for (const literal of wanted) {
      if (isWanted(literal) && expressionOf(search, literal).test(value)) found(literal);
    }
    return;
  }
  const text = shortenRepeats(value, longest);
  let stretch = wanted.length > FEW ? BEGINNING : 0;
  for (let from = 0; from < text.length; stretch = Math.max(BEGINNING, 4 * stretch)) {
    const to = text.length - from < 4 * stretch ? text.length : from + stretch;
    const sample = text.slice(Math.max(0, from - longest), to);
    if (to > from) readByAutomaton(search, sample, candidates);
    if (to === text.length) return;
    wanted = wantedLiterals(search, present, candidates);
    lookFor(chosen, wanted, text.slice(from, from + BEGINNING));
    let first = 0;
    const isDone = (): boolean => {
      while (first < wanted.length && !isWanted(wanted[first] ?? 0)) first += 1;
      return first === wanted.length;
    };
    from = findInText(chosen, text, Math.max(0, to - longest), { isWanted, isDone, found });
  }
}

function readByAutomaton(
  { automaton, seen, clausesOfLiteral }: LongTextSearch,
  text: ByteString,
  candidates: number[],
): void {
  seen.fill(0);
  collectPhrases(automaton, text, seen);
  for (let word = 0; word < seen.length; word += 1) {
    for (let bits = seen[word] ?? 0; bits !== 0; bits &= bits - 1) {
      addClauses(candidates, clausesOfLiteral[word * 32 + lowestBit(bits)] ?? []);
    }
  }
}

const UPPER = byteClassesOf('A');
const LOWER = byteClassesOf('a');

/** Returns the byte classes of which literals in a text may consist: literals are in lower case, the text need not be. */
export function literalClasses(present: number): number {
  return (present & UPPER) === 0 ? present : present | LOWER;
}

/** Clauses up to which the list of their literals is shorter than that of all. */
const FEW_CLAUSES = 8;

/** Returns the literals, `most` at most, that the text may contain and that have a clause which does not hold yet. */
function wantedLiterals(
  search: LongTextSearch,
  present: number,
  candidates: readonly number[],
  most = Number.POSITIVE_INFINITY,
): readonly number[] {
  const { byteClasses } = search;
  const classes = literalClasses(present);
  const literals: number[] = [];
  for (const literal of literalsOfOpenClauses(search, candidates)) {
    if (((byteClasses[literal] ?? 0) & ~classes) !== 0) continue;
    if (lacksClause(search, literal, candidates)) literals.push(literal);
    if (literals.length === most) break;
  }
  return literals;
}

/** Returns the literals of the clauses that do not hold yet; all literals when these clauses are many. */
function literalsOfOpenClauses(
  { all, literalsOfClause }: LongTextSearch,
  candidates: readonly number[],
): readonly number[] {
  const open: number[] = [];
  for (let clause = 0; clause < literalsOfClause.length; clause += 1) {
    if (hasBit(candidates, clause)) continue;
    if (open.length === FEW_CLAUSES) return all;
    open.push(clause);
  }
  return [...new Set(open.flatMap((clause) => literalsOfClause[clause] ?? []))];
}

function expressionOf({ chosen, expressions }: LongTextSearch, literal: number): RegExp {
  const known = expressions[literal];
  if (known !== undefined) return known;
  const made = new RegExp((chosen.literals[literal] ?? '').replace(/./gs, sourceOfByte));
  expressions[literal] = made;
  return made;
}

/** The flag for either case would fold letters from 80 on, too. */
function sourceOfByte(byte: string): string {
  if (/[a-z]/.test(byte)) return `[${byte}${byte.toUpperCase()}]`;
  return `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

function lacksClause(
  { clausesOfLiteral }: LongTextSearch,
  literal: number,
  candidates: readonly number[],
): boolean {
  for (const clause of clausesOfLiteral[literal] ?? []) {
    if (!hasBit(candidates, clause)) return true;
  }
  return false;
}

/** Adds the clauses to the set. */
export function addClauses(candidates: number[], clauses: readonly number[]): void {
  for (const clause of clauses) setBit(candidates, clause);
}
