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

/** Question n is bit `n % 30` of word `n / 30`: plain small integers, cheaper to make than typed arrays. */
export type Candidates = readonly number[];

export const QUESTIONS_PER_WORD = 30;

export type Prefilter = {
  readonly words: number;
  readonly automaton: PhraseAutomaton;
  readonly answers: readonly (readonly number[])[];
  /** Literals of the scan under way. */
  readonly seen: Uint32Array;
};

export function loadPrefilter({ questions, literals, answers }: PrefilterCode): Prefilter {
  return {
    words: Math.floor(questions / QUESTIONS_PER_WORD) + 1,
    automaton: loadPhrases(literals),
    answers,
    seen: new Uint32Array((literals.length >> 5) + 1),
  };
}

/** No question answered with yes. */
export function noCandidates({ words }: Prefilter): number[] {
  const candidates: number[] = [];
  for (let word = 0; word < words; word += 1) candidates.push(0);
  return candidates;
}

/** The questions that `value` answers with yes. */
export function findCandidates(prefilter: Prefilter, value: ByteString): Candidates {
  const { automaton, answers, seen } = prefilter;
  const candidates = noCandidates(prefilter);
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

function addQuestion(candidates: number[], question: number): void {
  const word = Math.floor(question / QUESTIONS_PER_WORD);
  candidates[word] = (candidates[word] ?? 0) | (1 << (question % QUESTIONS_PER_WORD));
}

/** False: the rules of the question cannot match. `word` and `mask` name it, as the compiler has them. */
export function mayMatch(candidates: Candidates, word: number, mask: number): boolean {
  return ((candidates[word] ?? 0) & mask) !== 0;
}
