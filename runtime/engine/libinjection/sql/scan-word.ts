/** Scans words, bracketed names and variables (docs/spec/libinjection.md#word). */
import { endBefore } from '../byte-set.ts';
import { keywordType, mayBeKeyword } from './keywords.ts';
import { scanBackTicked, scanDoubleQuoted, scanSingleQuoted } from './scan-string.ts';
import { variableStops, wordStops } from './sql-bytes.ts';
import { type Cursor, cutValue, maxValueLength, type Token, takeToken, withType } from './token.ts';

const DOT = 0x2e;
const BACK_TICK = 0x60;

/** Scans a word, or only the keyword before a `.` or a back-tick in it. */
export function scanWord(cursor: Cursor): Token {
  const { input, position: start } = cursor;
  // First, because the end of a word full of keywords would be searched again for each of them.
  const keyword = scanMarkedKeyword(cursor);
  if (keyword !== undefined) return keyword;
  const end = endBefore(input, start, wordStops);
  const word = takeToken(cursor, 'n', end);
  const type = end - start <= maxValueLength ? keywordType(word.value) : undefined;
  return type === undefined ? word : withType(word, type);
}

/** Scans a keyword before a mark within the first `maxValueLength` bytes of a word. */
function scanMarkedKeyword(cursor: Cursor): Token | undefined {
  const { input, position: start } = cursor;
  const last = Math.min(input.length, start + maxValueLength);
  for (let end = start + 1; end < last; end += 1) {
    const byte = input.charCodeAt(end);
    if (wordStops[byte] === 1) return undefined;
    if ((byte !== DOT && byte !== BACK_TICK) || !mayBeKeyword(input, start, end)) continue;
    const type = keywordType(cutValue(input, start, end));
    if (type !== undefined) return takeToken(cursor, type, end);
  }
  return undefined;
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
