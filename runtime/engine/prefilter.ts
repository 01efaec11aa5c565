/**
 * One scan of a text answers, for all rules at once, whether they can match it: each question is a set of
 * literals, one of which is in every match. "No" is certain, "yes" means ask the operator.
 */
import type { ByteString } from './byte-string.ts';
import { collectPhrases } from './support/aho-corasick.ts';
import { createBits, setBit } from './support/bits.ts';
import { findLiterals, type GramIndex, indexGrams } from './support/gram-index.ts';
import { loadPhrases, type PhraseAutomaton } from './support/phrase-automaton.ts';

/** As the compiler emits it. */
export type PrefilterCode = {
  readonly questions: number;
  /** Lower case, distinct, 2 bytes or more. */
  readonly literals: readonly ByteString[];
  /** For each literal the place behind the three bytes by which it is found. */
  readonly anchors: readonly number[];
  /** For each literal the questions it answers. */
  readonly answers: readonly (readonly number[])[];
};

/** One bit a question (bits.ts). */
export type Candidates = readonly number[];

export type Prefilter = {
  /** No question answered with yes. */
  readonly none: Candidates;
  readonly grams: GramIndex;
  /** For texts that are long or full of what looks like literals. */
  automaton: PhraseAutomaton | undefined;
  readonly literals: readonly ByteString[];
  readonly answers: readonly (readonly number[])[];
  /** Literals found by the scan under way, and the same for the automaton. */
  readonly found: number[];
  readonly seen: Uint32Array;
};

export function loadPrefilter({ questions, literals, anchors, answers }: PrefilterCode): Prefilter {
  return {
    none: createBits(questions),
    grams: indexGrams(literals, anchors),
    literals,
    automaton: undefined,
    answers,
    found: [],
    seen: new Uint32Array((literals.length >> 5) + 1),
  };
}

/**
 * Bytes from which on the automaton's table is worth being loaded into the processor's caches: 7 ns a byte
 * against 8 to 18 at 128 KB, even at 512 bytes. Below it, few texts need the automaton to be built.
 */
const LONG = 1024;

/** The questions that `value` answers with yes. */
export function findCandidates(prefilter: Prefilter, value: ByteString): Candidates {
  const { none, grams, answers, found } = prefilter;
  found.length = 0;
  if (value.length > LONG || !findLiterals(grams, value, found)) return scan(prefilter, value);
  if (found.length === 0) return none;
  const candidates = none.slice();
  for (const literal of found) addAnswers(candidates, answers[literal] ?? []);
  return candidates;
}

function scan(prefilter: Prefilter, value: ByteString): Candidates {
  const { none, answers, seen } = prefilter;
  prefilter.automaton ??= loadPhrases(prefilter.literals);
  const candidates = none.slice();
  seen.fill(0);
  collectPhrases(prefilter.automaton, value, seen);
  for (let word = 0; word < seen.length; word += 1) {
    for (let bits = seen[word] ?? 0; bits !== 0; bits &= bits - 1) {
      addAnswers(candidates, answers[word * 32 + 31 - Math.clz32(bits & -bits)] ?? []);
    }
  }
  return candidates;
}

function addAnswers(candidates: number[], questions: readonly number[]): void {
  for (const question of questions) setBit(candidates, question);
}

/** False: the rules of the question cannot match. `word` and `mask` name it, as the compiler has them. */
export function mayMatch(candidates: Candidates, word: number, mask: number): boolean {
  return ((candidates[word] ?? 0) & mask) !== 0;
}
