/** Shortens the texts of matches before the body that contains them is released. */
import type { ByteString } from '../bytes/byte-string.ts';
import { copyText } from '../bytes/copy-text.ts';
import type { MatchDatum, RuleMatch } from '../host/compiled-waf.ts';
import {
  MOST_AUDIT_MESSAGES,
  MOST_FURTHER_MATCHES,
  MOST_STORED_BYTES,
} from '../host/message-limits.ts';
import type { RuleInfo } from '../host/rule-info.ts';

/** Text -> its excerpt; shared because many rules match the same value. */
type Excerpts = Map<ByteString, ByteString>;

/** Replaces each match by one with the beginnings of its texts. Values that no log has room for lose key and value. */
export function shortenMatches(matches: RuleMatch[]): void {
  const excerpts: Excerpts = new Map();
  const seen = seenMatches();
  for (const [index, { rule, data, interrupted }] of matches.entries()) {
    const shortened = hideMatches(data, rule, seen, (datum) => datumExcerpt(excerpts, datum));
    matches[index] = { rule, data: shortened, interrupted };
  }
}

/** The messages of the matches so far, and the record that stands for the last value that no log shows. */
export type SeenMatches = { messages: number; hidden: MatchDatum | undefined };

export function seenMatches(): SeenMatches {
  return { messages: 0, hidden: undefined };
}

/**
 * Returns the matches of a rule, those that no log shows as one record without key and value: the product of rules and
 * arguments would otherwise stay in memory until the body is released. `shorten` is applied to each record.
 */
export function hideMatches(
  data: readonly MatchDatum[],
  { audit }: RuleInfo,
  seen: SeenMatches,
  shorten: (datum: MatchDatum) => MatchDatum = (datum) => datum,
): readonly MatchDatum[] {
  return data.map((datum, position) => {
    const isMessage = audit && (datum.message !== '' || datum.data !== '');
    if (isMessage) seen.messages += 1;
    const isShown =
      position <= MOST_FURTHER_MATCHES || (isMessage && seen.messages <= MOST_AUDIT_MESSAGES);
    if (isShown) return shorten(datum);
    if (seen.hidden === undefined || !hasTextsOf(seen.hidden, datum))
      seen.hidden = shorten(withoutValue(datum));
    return seen.hidden;
  });
}

/** Returns whether `hidden`, the record of a value that no log shows, has the texts of `datum`. */
function hasTextsOf(hidden: MatchDatum, { variable, message, data }: MatchDatum): boolean {
  return hidden.variable === variable && hidden.message === message && hidden.data === data;
}

function withoutValue({ variable, message, data }: MatchDatum): MatchDatum {
  return { variable, key: '', value: '', message, data };
}

function datumExcerpt(excerpts: Excerpts, datum: MatchDatum): MatchDatum {
  const { variable, original } = datum;
  const key = sharedExcerpt(excerpts, datum.key);
  const value = sharedExcerpt(excerpts, datum.value);
  const message = sharedExcerpt(excerpts, datum.message);
  const data = textExcerpt(datum.data);
  // Without spread syntax, which takes several times as long.
  return original === undefined
    ? { variable, key, value, message, data }
    : { variable, key, original: sharedExcerpt(excerpts, original), value, message, data };
}

function sharedExcerpt(excerpts: Excerpts, text: ByteString): ByteString {
  if (text === '') return text;
  const known = excerpts.get(text);
  if (known !== undefined) return known;
  const excerpt = textExcerpt(text);
  excerpts.set(text, excerpt);
  return excerpt;
}

/** Returns a copy, because a slice keeps the whole text in memory. */
function textExcerpt(text: ByteString): ByteString {
  return copyText(text.slice(0, MOST_STORED_BYTES));
}
