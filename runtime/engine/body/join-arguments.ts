/** Joins the decoded arguments of a form as they are in the form. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { Pair } from './pair.ts';
import type { UrlEncoded } from './parse-url-encoded.ts';

/** Bytes from which on decoding a text once more takes longer than joining its decoded parts. */
const LONG = 16_384;

/**
 * Returns the text with all its escapes decoded; undefined when it is short, or not all of it was parsed, or some escape is
 * invalid. `form`: what it was parsed to.
 */
export function joinArguments(
  text: ByteString,
  { pairs, invalidEncoding, limitReached }: UrlEncoded,
): ByteString | undefined {
  if (text.length < LONG || invalidEncoding || limitReached) return undefined;
  let joined = '';
  let copied = 0;
  let next = 0;
  for (let start = 0; start < text.length; ) {
    const ampersand = text.indexOf('&', start);
    const end = ampersand === -1 ? text.length : ampersand;
    if (end > start) {
      // Separators are copied in runs: a string for each would take a multiple of the body.
      joined += text.slice(copied, start) + joinArgument(pairs[next], text.slice(start, end));
      copied = end;
      next += 1;
    }
    start = end + 1;
  }
  return joined + text.slice(copied);
}

function joinArgument([name, value]: Pair = ['', ''], piece: ByteString): ByteString {
  return piece.includes('=') ? `${name}=${value}` : name;
}
