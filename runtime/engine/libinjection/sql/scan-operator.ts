/** Scans operators of one to three bytes (docs/spec/libinjection.md#operator). */
import { type Cursor, type Token, type TokenType, takeToken } from './token.ts';

const pairs: ReadonlyMap<string, TokenType> = new Map<string, TokenType>([
  ...['!!', '!<', '!=', '!>', '&=', '*=', '::', ':='].map((pair) => [pair, 'o'] as const),
  ...['<<', '<=', '<>', '<@', '>=', '>>', '|/', '|='].map((pair) => [pair, 'o'] as const),
  ['&&', '&'],
  ['||', '&'],
]);

export function scanOperatorByte(cursor: Cursor): Token {
  return takeToken(cursor, 'o', cursor.position + 1);
}

/** Scans an operator whose first byte may begin a longer one. */
export function scanOperator(cursor: Cursor): Token {
  const { input, position: start } = cursor;
  if (input.startsWith('<=>', start)) return takeToken(cursor, 'o', start + 3);
  const type = pairs.get(input.slice(start, start + 2));
  if (type !== undefined) return takeToken(cursor, type, start + 2);
  const isLoneColon = input[start] === ':' && start + 1 < input.length;
  return isLoneColon ? takeToken(cursor, ':', start + 1) : scanOperatorByte(cursor);
}
