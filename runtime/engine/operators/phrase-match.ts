/**
 * @pm, @pmFromFile and @pmFromDataset: phrases, case-insensitive, not bound to words
 * (docs/spec/seclang-evaluation.md#phrases).
 */
import type { ByteString } from '../bytes/byte-string.ts';
import { containsPhrase, findPhrase } from '../text-search/aho-corasick.ts';
import type { PhraseAutomaton } from '../text-search/phrase-automaton.ts';

/** TX.0 to TX.9. */
const MOST_CAPTURES = 10;

/** True when one of the phrases occurs in the value. */
export function pm(value: ByteString, phrases: PhraseAutomaton): boolean {
  return containsPhrase(phrases, value);
}

/**
 * The first ten matches from left to right, longest first, not overlapping, in the case of the value.
 * One capture each as in Coraza; ModSecurity stores only TX.0.
 */
export function pmCaptures(
  value: ByteString,
  phrases: PhraseAutomaton,
): readonly ByteString[] | undefined {
  let span = findPhrase(phrases, value, 0);
  if (span === undefined) return undefined;
  const captures: ByteString[] = [];
  while (span !== undefined && captures.length < MOST_CAPTURES) {
    captures.push(value.slice(span[0], span[1]));
    span = findPhrase(phrases, value, span[1]);
  }
  return captures;
}
