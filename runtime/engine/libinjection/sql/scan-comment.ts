/** Scans tokens that begin with `#`, `-` or `/`: comments or operators (docs/spec/libinjection.md#scanners). */
import { scanOperatorByte } from './scan-operator.ts';
import { blanks } from './sql-bytes.ts';
import { type Cursor, type Token, takeToken } from './token.ts';

/** Scans a comment up to a line feed, which is consumed but not part of the comment. */
function scanLineComment(cursor: Cursor): Token {
  const lineFeed = cursor.input.indexOf('\n', cursor.position);
  if (lineFeed === -1) return takeToken(cursor, 'c', cursor.input.length);
  const comment = takeToken(cursor, 'c', lineFeed);
  cursor.position++;
  return comment;
}

export function scanHash(cursor: Cursor): Token {
  cursor.sawDialectMark = true;
  return cursor.dialect === 'mysql' ? scanLineComment(cursor) : scanOperatorByte(cursor);
}

/** Scans `-` or a `--` comment. MySQL requires a blank after `--`, the standard does not. */
export function scanDash(cursor: Cursor): Token {
  const { input, position: start } = cursor;
  if (input[start + 1] !== '-') return scanOperatorByte(cursor);
  if (start + 2 === input.length || blanks[input.charCodeAt(start + 2)] === 1) {
    return scanLineComment(cursor);
  }
  if (cursor.dialect === 'mysql') return scanOperatorByte(cursor);
  cursor.sawDialectMark = true;
  return scanLineComment(cursor);
}

/** Scans a block comment; evil when MySQL would run it or when it contains the start of another comment. */
export function scanSlash(cursor: Cursor): Token {
  const { input, position: start } = cursor;
  if (input[start + 1] !== '*') return scanOperatorByte(cursor);
  const bodyStart = start + 2;
  const close = input.indexOf('*/', bodyStart);
  // The slice includes the closing asterisk: a `/` directly before it opens a nested comment.
  const isNested = close !== -1 && input.slice(bodyStart, close + 1).includes('/*');
  const isEvil = input[bodyStart] === '!' || isNested;
  return takeToken(cursor, isEvil ? 'X' : 'c', close === -1 ? input.length : close + 2);
}
