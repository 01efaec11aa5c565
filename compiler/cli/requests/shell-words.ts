/** A command line -> its words, as a POSIX shell splits them. No shell runs, and nothing is expanded. */
import { bytesOfText } from '#compiler/utf8.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { CurlError } from './curl-error.ts';

/** Words that end a command when they are not quoted. */
const ENDS: ReadonlySet<string> = new Set([
  '|',
  '||',
  '&',
  '&&',
  ';',
  '>',
  '>>',
  '<',
  '2>',
  '2>&1',
]);

/**
 * Returns the words before the first word of ENDS. Understands the quotes of sh, and `$'...'` of bash. Throws CurlError
 * on a quote that is not closed.
 */
export function shellWords(text: ByteString): readonly ByteString[] {
  const words: string[] = [];
  let at = 0;
  for (;;) {
    at += /^(?:\s|\\\r?\n)*/.exec(text.slice(at))?.[0].length ?? 0;
    const pieces: Piece[] = [];
    for (let piece = readPiece(text, at); piece !== undefined; piece = readPiece(text, at)) {
      pieces.push(piece);
      at = piece.end;
    }
    const word = pieces.map((piece) => piece.text).join('');
    const isEnd = pieces.every((piece) => piece.isPlain) && ENDS.has(word);
    if (pieces.length === 0 || isEnd) return words;
    words.push(word);
  }
}

/** A part of a word, quoted or plain; `end` is the offset after it and its closing quote. */
type Piece = { readonly text: ByteString; readonly isPlain: boolean; readonly end: number };

/** The forms of a quoted piece, tried in order. */
const PIECES: readonly (readonly [form: RegExp, read: (text: string) => string])[] = [
  [/\\\r?\n()/y, () => ''],
  [/\$'((?:[^'\\]|\\[\s\S])*)'/y, unescapeAnsi],
  [/'([^']*)'/y, (text) => text],
  [/"((?:[^"\\]|\\[\s\S])*)"/y, unescapeDouble],
  [/\\([\s\S])/y, (text) => text],
];

/** Returns the piece at `at`, or undefined when the word ends there. */
function readPiece(text: ByteString, at: number): Piece | undefined {
  for (const [form, read] of PIECES) {
    form.lastIndex = at;
    const found = form.exec(text);
    if (found !== null) return { text: read(found[1] ?? ''), isPlain: false, end: form.lastIndex };
  }
  const char = text.charAt(at);
  if (/^(?:\$?'|")/.test(text.slice(at, at + 2))) {
    throw new CurlError(
      `The curl command has a quote that is not closed: ${text.slice(at, at + 20)}`,
    );
  }
  return /^\S/.test(char) ? { text: char, isPlain: true, end: at + 1 } : undefined;
}

function unescapeDouble(text: string): string {
  return text.replace(/\\(?:\r?\n|(["\\$`]))/g, (_, char?: string) => char ?? '');
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['e', '\x1b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

/** Decodes escapes (Bash manual 3.1.2.4). Browsers write `\u0021`, and two of these for a surrogate pair. */
function unescapeAnsi(text: string): string {
  return text.replace(
    /((?:\\u[0-9a-f]{1,4})+)|\\(?:x([0-9a-f]{1,2})|([0-7]{1,3})|([\s\S]))/gi,
    (_, unicode?: string, hex?: string, octal?: string, char = '') => {
      if (unicode !== undefined) return unicodeText(unicode);
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      return NAMED.get(char) ?? char;
    },
  );
}

function unicodeText(escapes: string): ByteString {
  const units = escapes.split(/\\u/i).slice(1);
  return bytesOfText(units.map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join(''));
}
