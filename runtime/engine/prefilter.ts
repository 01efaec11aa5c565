/**
 * One scan of a text answers, for all rules at once, whether they can match it: each question is a set of
 * literals, one of which is in every match. "No" is certain, "yes" means ask the operator.
 */
import type { ByteString } from './byte-string.ts';
import { collectPhrases } from './support/aho-corasick.ts';
import { loadPhrases, type PhraseAutomaton } from './support/phrase-automaton.ts';

/** As the compiler emits it. */
export type PrefilterCode = {
  readonly questions: number;
  /** Lower case, distinct. */
  readonly literals: readonly ByteString[];
  /** For each literal the questions it answers. */
  readonly answers: readonly (readonly number[])[];
};

export type Prefilter = {
  readonly words: number;
  readonly automaton: PhraseAutomaton;
  readonly answers: readonly (readonly number[])[];
  /** Literals of the scan under way. */
  readonly seen: Uint32Array;
};

export function loadPrefilter({ questions, literals, answers }: PrefilterCode): Prefilter {
  return {
    words: (questions >> 5) + 1,
    automaton: loadPhrases(literals),
    answers,
    seen: new Uint32Array((literals.length >> 5) + 1),
  };
}

/** The questions that `value` answers with yes: question n is bit `n & 31` of word `n >> 5`. */
export function findCandidates(prefilter: Prefilter, value: ByteString): Uint32Array {
  const { automaton, answers, seen, words } = prefilter;
  const candidates = new Uint32Array(words);
  seen.fill(0);
  collectPhrases(automaton, value, seen);
  for (let word = 0; word < seen.length; word += 1) {
    for (let bits = seen[word] ?? 0; bits !== 0; bits &= bits - 1) {
      const literal = word * 32 + 31 - Math.clz32(bits & -bits);
      for (const question of answers[literal] ?? []) addQuestion(candidates, question);
    }
  }
  return candidates;
}

function addQuestion(candidates: Uint32Array, question: number): void {
  candidates[question >> 5] = (candidates[question >> 5] ?? 0) | (1 << (question & 31));
}

/** False: the question's rules cannot match. */
export function mayMatch(candidates: Uint32Array, question: number): boolean {
  return (((candidates[question >> 5] ?? 0) >> (question & 31)) & 1) === 1;
}
