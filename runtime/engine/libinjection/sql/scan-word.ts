/** Scans words, bracketed names and variables (docs/spec/libinjection.md#word). */
import { endBefore } from '../byte-set.ts';
import { keywordType, mayBeKeyword } from './keywords.ts';
import { scanBackTicked, scanDoubleQuoted, scanSingleQuoted } from './scan-string.ts';
import { variableStops, wordStops } from './sql-bytes.ts';
import { type Cursor, maxValueLength, type Token, takeToken, withType } from './token.ts';

/** Scans a word, or only the keyword before a `.` or a back-tick in it. */
export function scanWord(cursor: Cursor): Token {
  const { input, position: start } = cursor;
  const end = endBefore(input, start, wordStops);
  const word = takeToken(cursor, 'n', end);
  const { value } = word;
  for (let length = 1; length < value.length; length++) {
    if (value[length] !== '.' && value[length] !== '`') continue;
    if (!mayBeKeyword(value, 0, length)) continue;
    const type = keywordType(value.slice(0, length));
    if (type === undefined) continue;
    cursor.position = start;
    return takeToken(cursor, type, start + length);
  }
  const type = end - start <= maxValueLength ? keywordType(value) : undefined;
  return type === undefined ? word : withType(word, type);
}

/** Scans `[name]` of T-SQL, including the brackets. */
export function scanBracketed(cursor: Cursor): Token {
  const close = cursor.input.indexOf(']', cursor.position);
  return takeToken(cursor, 'n', close === -1 ? cursor.input.length : close + 1);
}

/** Scans `@name`, `@@name` or `@'name'`; the at signs are not part of the value. */
export function scanVariable(cursor: Cursor): Token {
  const { input } = cursor;
  cursor.position += input[cursor.position + 1] === '@' ? 2 : 1;
  switch (input[cursor.position]) {
    case '`':
      return withType(scanBackTicked(cursor), 'v');
    case "'":
      return withType(scanSingleQuoted(cursor), 'v');
    case '"':
      return withType(scanDoubleQuoted(cursor), 'v');
    default:
      return takeToken(cursor, 'v', endBefore(input, cursor.position, variableStops));
  }
}
