/** Scans numbers in all their SQL spellings (docs/spec/libinjection.md#number). */
import type { ByteString } from '../../bytes/byte-string.ts';
import { type ByteSet, endOfRun } from '../byte-set.ts';
import { binaryDigits, blanks, decimalDigits, hexDigits } from './sql-bytes.ts';
import { type Cursor, type Token, takeToken } from './token.ts';

const digitsByRadixLetter: ReadonlyMap<string | undefined, ByteSet> = new Map([
  ['x', hexDigits],
  ['X', hexDigits],
  ['b', binaryDigits],
  ['B', binaryDigits],
]);

/** Scans `0x4F`, `12.5`, `1e3` or `1.5d`; undefined for an exponent without digits, which is skipped. */
export function scanNumber(cursor: Cursor): Token | undefined {
  const { input, position: start } = cursor;
  const digits = input[start] === '0' ? digitsByRadixLetter.get(input[start + 1]) : undefined;
  if (digits === undefined) return scanDecimal(cursor);
  const end = endOfRun(input, start + 2, digits);
  return takeToken(cursor, end === start + 2 ? 'n' : '1', end);
}

function scanDecimal(cursor: Cursor): Token | undefined {
  const { input, position: start } = cursor;
  const integerEnd = endOfRun(input, start, decimalDigits);
  const mantissaEnd =
    input[integerEnd] === '.' ? endOfRun(input, integerEnd + 1, decimalDigits) : integerEnd;
  if (mantissaEnd === start + 1 && integerEnd === start) return takeToken(cursor, '.', mantissaEnd);
  const exponent = exponentStart(input, mantissaEnd);
  const exponentEnd = endOfRun(input, exponent, decimalDigits);
  const end = exponentEnd + (hasTypeSuffix(input, exponentEnd) ? 1 : 0);
  if (exponent > mantissaEnd && exponentEnd === exponent) {
    cursor.position = end;
    return undefined;
  }
  return takeToken(cursor, '1', end);
}

/** Returns the position after the `e` and its sign, or `at` itself when there is no exponent. */
function exponentStart(input: ByteString, at: number): number {
  if (input[at] !== 'e' && input[at] !== 'E') return at;
  return input[at + 1] === '+' || input[at + 1] === '-' ? at + 2 : at + 1;
}

/** Returns whether Oracle's `d` (double) or `f` (float) follows a number, as in `1fUNION`. */
function hasTypeSuffix(input: ByteString, at: number): boolean {
  const suffix = input[at];
  if (suffix !== 'd' && suffix !== 'D' && suffix !== 'f' && suffix !== 'F') return false;
  const next = input[at + 1];
  return (
    next === undefined ||
    next === ';' ||
    next === 'u' ||
    next === 'U' ||
    blanks[next.charCodeAt(0)] === 1
  );
}

/** Scans a backslash; `\N` is MySQL's NULL. */
export function scanBackslash(cursor: Cursor): Token {
  return cursor.input[cursor.position + 1] === 'N'
    ? takeToken(cursor, '1', cursor.position + 2)
    : takeToken(cursor, '\\', cursor.position + 1);
}
