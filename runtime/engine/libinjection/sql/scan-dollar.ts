/** Scans tokens that begin with a dollar sign: money or a dollar-quoted string (docs/spec/libinjection.md#dollar). */
import { endOfRun } from '../byte-set.ts';
import { scanDelimitedBody } from './scan-string.ts';
import { scanWord } from './scan-word.ts';
import { letters, moneyDigits } from './sql-bytes.ts';
import { type Cursor, type Token, takeToken } from './token.ts';

/** Scans `$1,000.00`, `$$text$$`, `$tag$text$tag$`, or a lone `$`. */
export function scanDollar(cursor: Cursor): Token {
  const { input, position: start } = cursor;
  const amountEnd = endOfRun(input, start + 1, moneyDigits);
  if (amountEnd > start + 1) {
    const isLonePoint = amountEnd === start + 2 && input[start + 1] === '.';
    return isLonePoint ? scanWord(cursor) : takeToken(cursor, '1', amountEnd);
  }
  const tagEnd = endOfRun(input, start + 1, letters);
  if (input[tagEnd] !== '$') return takeToken(cursor, 'n', start + 1);
  return scanDelimitedBody(cursor, tagEnd + 1, input.slice(start, tagEnd + 1), '$');
}
