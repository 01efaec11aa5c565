/** Selects the scanner by the first byte and returns tokens one at a time. */
import { scanDash, scanHash, scanSlash } from './scan-comment.ts';
import { scanDollar } from './scan-dollar.ts';
import { scanBackslash, scanNumber } from './scan-number.ts';
import { scanOperator, scanOperatorByte } from './scan-operator.ts';
import {
  scanBinaryString,
  scanEscapeString,
  scanHexString,
  scanNationalString,
  scanQString,
  scanUnicodeString,
} from './scan-prefixed.ts';
import {
  scanBackTicked,
  scanDoubleQuoted,
  scanQuotedBody,
  scanSingleQuoted,
} from './scan-string.ts';
import { scanBracketed, scanVariable, scanWord } from './scan-word.ts';
import { type Cursor, type Scanner, type Token, type TokenType, takeToken } from './token.ts';

function skipByte(cursor: Cursor): undefined {
  cursor.position++;
}

function byteToken(type: TokenType): Scanner {
  return (cursor) => takeToken(cursor, type, cursor.position + 1);
}

/** docs/spec/libinjection.md#first-byte; every other byte starts a word. */
const families: readonly (readonly [firstBytes: string, Scanner])[] = [
  ['\x7f\xa0', skipByte],
  ['!&*:<=>|', scanOperator],
  ['%^+~', scanOperatorByte],
  ["'", scanSingleQuoted],
  ['"', scanDoubleQuoted],
  ['`', scanBackTicked],
  ['#', scanHash],
  ['$', scanDollar],
  ['(', byteToken('(')],
  [')', byteToken(')')],
  [',', byteToken(',')],
  [';', byteToken(';')],
  ['{', byteToken('{')],
  ['}', byteToken('}')],
  ['?]', byteToken('?')],
  ['-', scanDash],
  ['/', scanSlash],
  ['.0123456789', scanNumber],
  ['@', scanVariable],
  ['[', scanBracketed],
  ['\\', scanBackslash],
  ['Bb', scanBinaryString],
  ['Xx', scanHexString],
  ['Ee', scanEscapeString],
  ['Nn', scanNationalString],
  ['Qq', scanQString],
  ['Uu', scanUnicodeString],
];

/** Scanners of literals that begin with a letter; without a quote after it, it begins a word. */
const wordScanners: ReadonlySet<Scanner> = new Set([
  scanWord,
  scanBinaryString,
  scanHexString,
  scanEscapeString,
  scanNationalString,
  scanQString,
  scanUnicodeString,
]);

const scanners: Scanner[] = new Array<Scanner>(256).fill(scanWord).fill(skipByte, 0, 0x21);
for (const [firstBytes, scanner] of families) {
  for (const byte of firstBytes) scanners[byte.charCodeAt(0)] = scanner;
}

const wordBeginnings = Uint8Array.from(scanners, (scan) => (wordScanners.has(scan) ? 1 : 0));

/** Returns whether a token that begins with this byte and has no quote is a word. */
export function beginsWord(byte: number): boolean {
  return wordBeginnings[byte] === 1;
}

/** Returns the next token, comments included, or undefined at the end of the input. */
export function nextToken(cursor: Cursor): Token | undefined {
  const token = readToken(cursor);
  if (token !== undefined) cursor.tokenCount++;
  return token;
}

function readToken(cursor: Cursor): Token | undefined {
  const { input, pretendedQuote } = cursor;
  if (cursor.position === 0 && pretendedQuote !== undefined) {
    return { ...scanQuotedBody(cursor, 0, pretendedQuote), open: undefined };
  }
  let token: Token | undefined;
  while (token === undefined && cursor.position < input.length) {
    const scan = scanners[input.charCodeAt(cursor.position)] ?? scanWord;
    token = scan(cursor);
  }
  return token;
}
