/** Query strings and `application/x-www-form-urlencoded` bodies as arguments (docs/spec/body-processors.md#forms). */
import type { ByteString } from '../bytes/byte-string.ts';
import { decodeFormComponent } from '../transformations/decode-percents.ts';
import type { Pair } from './pair.ts';

export type UrlEncoded = {
  readonly pairs: readonly Pair[];
  /** Some `%` is not followed by two hexadecimal digits, in the part that was parsed. */
  readonly invalidEncoding: boolean;
  /** There are more than `limit` arguments; those beyond it were not parsed. */
  readonly limitReached: boolean;
};

/**
 * Parses the arguments of a form, in order. Only `&` separates; the first `=` splits; an argument without `=` has the
 * value ""; empty parts are skipped. Names and values are decoded once.
 */
export function parseUrlEncoded(text: ByteString, limit: number): UrlEncoded {
  const pairs: Pair[] = [];
  const seen = { isMalformed: false };
  let start = 0;
  while (start < text.length) {
    const ampersand = text.indexOf('&', start);
    const end = ampersand === -1 ? text.length : ampersand;
    if (end > start) {
      if (pairs.length >= limit) {
        return { pairs, invalidEncoding: seen.isMalformed, limitReached: true };
      }
      pairs.push(parseArgument(text.slice(start, end), seen));
    }
    start = end + 1;
  }
  return { pairs, invalidEncoding: seen.isMalformed, limitReached: false };
}

function parseArgument(piece: ByteString, seen: { isMalformed: boolean }): Pair {
  const equals = piece.indexOf('=');
  if (equals === -1) return [decodeFormComponent(piece, seen), ''];
  return [
    decodeFormComponent(piece.slice(0, equals), seen),
    decodeFormComponent(piece.slice(equals + 1), seen),
  ];
}
