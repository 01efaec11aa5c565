/** Shortens the texts of matches before the body that contains them is released. */
import type { ByteString } from '../bytes/byte-string.ts';
import { copyText } from '../bytes/copy-text.ts';
import type { MatchDatum, RuleMatch } from '../host/compiled-waf.ts';

/** Bytes of each text; no log shows more. */
const TEXT_EXCERPT = 4096;

/** Text -> its excerpt; shared because many rules match the same value. */
type Excerpts = Map<ByteString, ByteString>;

/** Replaces each match by one with the beginnings of its texts. */
export function shortenMatches(matches: RuleMatch[]): void {
  const excerpts: Excerpts = new Map();
  for (const [index, { rule, data, interrupted }] of matches.entries()) {
    const shortened = data.map((datum) => datumExcerpt(excerpts, datum));
    matches[index] = { rule, data: shortened, interrupted };
  }
}

function datumExcerpt(excerpts: Excerpts, datum: MatchDatum): MatchDatum {
  const { variable, key, original, value, message, data } = datum;
  return {
    variable,
    key: sharedExcerpt(excerpts, key),
    ...(original !== undefined && { original: sharedExcerpt(excerpts, original) }),
    value: sharedExcerpt(excerpts, value),
    message: sharedExcerpt(excerpts, message),
    data: textExcerpt(data),
  };
}

function sharedExcerpt(excerpts: Excerpts, text: ByteString): ByteString {
  const known = excerpts.get(text);
  if (known !== undefined) return known;
  const excerpt = textExcerpt(text);
  excerpts.set(text, excerpt);
  return excerpt;
}

/** Returns a copy, because a slice keeps the whole text in memory. */
function textExcerpt(text: ByteString): ByteString {
  return copyText(text.slice(0, TEXT_EXCERPT));
}
