/** Parses lists of phrases in the argument of @pm and in files. */
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import { splitTrimmed } from '../bytes/split-trimmed.ts';

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

/** Parses a phrase file: one literal phrase a line, trimmed; empty lines and `#` lines are skipped. */
export function parsePhraseFile(text: ByteString): readonly ByteString[] {
  return splitTrimmed(text, '\n')
    .map((line) => lowerAscii(line.text))
    .filter((line) => line !== '' && !line.startsWith('#'));
}

function bytesOfHex(text: string): ByteString {
  const pairs = text.replaceAll(' ', '').match(/../g) ?? [];
  return pairs.map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join('');
}
