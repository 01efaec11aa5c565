/** Scans literals that begin with a letter: `e''`, `n''`, `q'[]'`, `u&''`, `b''`, `x''`; anything else is a word. */
import { type ByteSet, endOfRun } from '../byte-set.ts';
import { scanDelimitedBody, scanQuotedBody } from './scan-string.ts';
import { scanWord } from './scan-word.ts';
import { binaryDigits, hexDigits } from './sql-bytes.ts';
import { type Cursor, type Token, takeToken } from './token.ts';

const closingDelimiters = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
]);

/** Scans `e'...'` of PostgreSQL. */
export function scanEscapeString(cursor: Cursor): Token {
  const { input, position: start } = cursor;
  return input[start + 1] === "'" && start + 2 < input.length
    ? scanQuotedBody(cursor, start + 2, "'")
    : scanWord(cursor);
}

/** Scans `n'...'`, or `nq'...'` of Oracle. */
export function scanNationalString(cursor: Cursor): Token {
  const { input, position: start } = cursor;
  return input[start + 1] === "'" && start + 2 < input.length
    ? scanQuotedBody(cursor, start + 2, "'")
    : scanAlternativeQuoting(cursor, start + 1);
}

/** Scans `q'[...]'` of Oracle, with the `q` at `start`. */
function scanAlternativeQuoting(cursor: Cursor, start: number): Token {
  const { input } = cursor;
  const delimiter = input[start + 2];
  const isQuoting =
    (input[start] === 'q' || input[start] === 'Q') &&
    input[start + 1] === "'" &&
    delimiter !== undefined &&
    delimiter > ' ' &&
    delimiter < '\x80';
  if (!isQuoting) return scanWord(cursor);
  const closer = closingDelimiters.get(delimiter) ?? delimiter;
  return scanDelimitedBody(cursor, start + 3, `${closer}'`, 'q');
}

export function scanQString(cursor: Cursor): Token {
  return scanAlternativeQuoting(cursor, cursor.position);
}

/** Scans `u&'...'` of PostgreSQL and Oracle. */
export function scanUnicodeString(cursor: Cursor): Token {
  return cursor.input.startsWith("&'", cursor.position + 1)
    ? scanQuotedBody(cursor, cursor.position + 3, "'", 'u')
    : scanWord(cursor);
}

/** Scans `b'01'` or `x'4F'`: the whole literal is the value of a number. */
function scanDigitString(cursor: Cursor, digits: ByteSet): Token {
  const { input, position: start } = cursor;
  if (input[start + 1] !== "'") return scanWord(cursor);
  const end = endOfRun(input, start + 2, digits);
  return input[end] === "'" ? takeToken(cursor, '1', end + 1) : scanWord(cursor);
}

export function scanBinaryString(cursor: Cursor): Token {
  return scanDigitString(cursor, binaryDigits);
}

export function scanHexString(cursor: Cursor): Token {
  return scanDigitString(cursor, hexDigits);
}
