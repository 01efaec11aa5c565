/** Shortens matches before the body that they were found in is released. */

import type { ByteString } from '../bytes/byte-string.ts';
import { copyText } from '../bytes/copy-text.ts';
import type { MatchDatum, RuleMatch } from '../host/compiled-waf.ts';

/** Bytes of each text: no log shows more of one. */
const TEXT_EXCERPT = 4096;

/** Replaces each match by one with the beginnings of its texts. */
export function shortenMatches(matches: RuleMatch[]): void {
  for (const [index, { rule, data, interrupted }] of matches.entries()) {
    matches[index] = { rule, data: data.map(datumExcerpt), interrupted };
  }
}

function datumExcerpt({ variable, key, original, value, message, data }: MatchDatum): MatchDatum {
  return {
    variable,
    key: textExcerpt(key),
    ...(original !== undefined && { original: textExcerpt(original) }),
    value: textExcerpt(value),
    message: textExcerpt(message),
    data: textExcerpt(data),
  };
}

/** A copy: a piece of a text keeps all of it in memory. */
function textExcerpt(text: ByteString): ByteString {
  return copyText(text.slice(0, TEXT_EXCERPT));
}
