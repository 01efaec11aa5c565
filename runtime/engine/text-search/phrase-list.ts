/** Knows how authors write lists of phrases: in the argument of @pm, and in files. */
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import { splitTrimmed } from '../bytes/split-trimmed.ts';

/** `|41 42|`, an escaped byte, or a byte as it stands: the content syntax of Snort, as ModSecurity has it. */
const PIECE = /\|((?: *[0-9a-f] *[0-9a-f])+) *\||\\([:;"\\])|([\s\S])/gi;

/**
 * Argument of @pm: phrases with blanks between them. `|20|` is a blank that belongs to its phrase.
 * Bars and backslashes that form neither notation stand for themselves, as everywhere in Coraza.
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

/** A phrase file: one a line, trimmed, as it stands; empty lines and `#` lines are skipped. */
export function parsePhraseFile(text: ByteString): readonly ByteString[] {
  return splitTrimmed(text, '\n')
    .map((line) => lowerAscii(line.text))
    .filter((line) => line !== '' && !line.startsWith('#'));
}

function bytesOfHex(text: string): ByteString {
  const pairs = text.replaceAll(' ', '').match(/../g) ?? [];
  return pairs.map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join('');
}
