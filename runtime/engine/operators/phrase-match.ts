/**
 * @pm, @pmFromFile and @pmFromDataset: phrases, case-insensitive, also inside words
 * (docs/spec/seclang-evaluation.md#phrases).
 */
import type { ByteString } from '../bytes/byte-string.ts';
import { containsPhrase, findPhrase } from '../text-search/aho-corasick.ts';
import { buildPhraseAutomaton, type PhraseAutomaton } from '../text-search/phrase-automaton.ts';

/**
 * Entries of the transition table, 32 KB: for the lists of CRS an eighth of what the prefilter has, and as fast but for
 * texts made of phrases, which take 1.1 to 1.6 times as long. A process has a dozen lists.
 */
const ENTRIES = 16_384;

/** TX.0 to TX.9. */
const MOST_CAPTURES = 10;

/**
 * A list of phrases. Its automaton is built at the first value, because many rules have lists and most never meet a
 * value.
 */
export type PhraseList = {
  readonly phrases: readonly ByteString[];
  automaton: PhraseAutomaton | undefined;
};

export function loadPhrases(phrases: readonly ByteString[]): PhraseList {
  return { phrases, automaton: undefined };
}

/** Returns true when one of the phrases occurs in the value. */
export function pm(value: ByteString, list: PhraseList): boolean {
  return containsPhrase(automatonOf(list), value);
}

function automatonOf(list: PhraseList): PhraseAutomaton {
  list.automaton ??= buildPhraseAutomaton(list.phrases, ENTRIES);
  return list.automaton;
}

/**
 * Returns the first ten matches from left to right, longest first, not overlapping, in the case of the value. There
 * is one capture for each match as in Coraza; ModSecurity stores only TX.0.
 */
export function pmCaptures(value: ByteString, list: PhraseList): readonly ByteString[] | undefined {
  const automaton = automatonOf(list);
  let span = findPhrase(automaton, value, 0);
  if (span === undefined) return undefined;
  const captures: ByteString[] = [];
  while (span !== undefined && captures.length < MOST_CAPTURES) {
    captures.push(value.slice(span[0], span[1]));
    span = findPhrase(automaton, value, span[1]);
  }
  return captures;
}
