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
  const digits = radixDigits(input, start);
  if (digits !== undefined) {
    const end = endOfRun(input, start + 2, digits);
    return takeToken(cursor, end === start + 2 ? 'n' : '1', end);
  }
  const mantissaEnd = endOfMantissa(input, start);
  if (mantissaEnd === start + 1 && input[start] === '.') return takeToken(cursor, '.', mantissaEnd);
  const exponent = exponentStart(input, mantissaEnd);
  const end = endOfExponent(input, exponent);
  if (exponent === mantissaEnd || decimalDigits[input.charCodeAt(exponent)] === 1) {
    return takeToken(cursor, '1', end);
  }
  cursor.position = end;
  return undefined;
}

/** Returns the position after what `scanNumber` reads. */
export function endOfNumber(input: ByteString, start: number): number {
  const digits = radixDigits(input, start);
  if (digits !== undefined) return endOfRun(input, start + 2, digits);
  const mantissaEnd = endOfMantissa(input, start);
  if (mantissaEnd === start + 1 && input[start] === '.') return mantissaEnd;
  return endOfExponent(input, exponentStart(input, mantissaEnd));
}

function radixDigits(input: ByteString, start: number): ByteSet | undefined {
  return input[start] === '0' ? digitsByRadixLetter.get(input[start + 1]) : undefined;
}

function endOfMantissa(input: ByteString, start: number): number {
  const integerEnd = endOfRun(input, start, decimalDigits);
  return input[integerEnd] === '.' ? endOfRun(input, integerEnd + 1, decimalDigits) : integerEnd;
}

/** Returns the position after the digits of the exponent, which may be none, and a suffix. */
function endOfExponent(input: ByteString, start: number): number {
  const end = endOfRun(input, start, decimalDigits);
  return end + (hasTypeSuffix(input, end) ? 1 : 0);
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
