/** Parses the list of phrases in the argument of @pm. */
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';

/** `|41 42|`, an escaped byte, or a literal byte: the content syntax of Snort, as in ModSecurity. */
const PIECE = /\|((?: *[0-9a-f] *[0-9a-f])+) *\||\\([:;"\\])|([\s\S])/gi;

/**
 * Parses the argument of @pm: phrases separated by blanks. `|20|` is a blank inside a phrase. Bars and backslashes
 * outside these notations are literal, as in Coraza.
 */
export function parsePhrases(argument: ByteString): readonly ByteString[] {
  const phrases: ByteString[] = [];
  let phrase = '';
  for (const [, hex, escaped, plain] of argument.matchAll(PIECE)) {
    if (plain !== undefined && /^[\t-\r ]$/.test(plain)) {
      phrases.push(phrase);
      phrase = '';
    } else {
      phrase += plain ?? escaped ?? bytesOfHex(hex ?? '');
    }
  }
  phrases.push(phrase);
  return phrases.filter((text) => text !== '').map(lowerAscii);
}

function bytesOfHex(text: string): ByteString {
  const pairs = text.replaceAll(' ', '').match(/../g) ?? [];
  return pairs.map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join('');
}
