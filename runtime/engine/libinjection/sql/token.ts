/** SQL tokens, and the position of the scanners (docs/spec/libinjection.md#tokens). */
import type { ByteString } from '../../bytes/byte-string.ts';

/** The letters in fingerprints. */
export type TokenType =
  /** keyword without a special role */
  | 'k'
  /** set operation */
  | 'U'
  /** grouping, ordering, limiting */
  | 'B'
  /** statement that starts an expression */
  | 'E'
  /** statement starter */
  | 'T'
  /** type name or character-set introducer */
  | 't'
  /** function name */
  | 'f'
  /** bare word */
  | 'n'
  /** number or literal constant */
  | '1'
  /** variable */
  | 'v'
  /** string */
  | 's'
  /** operator */
  | 'o'
  /** logical operator */
  | '&'
  /** comment */
  | 'c'
  /** collation */
  | 'A'
  /** evil: it alone decides the verdict */
  | 'X'
  /** a byte that is its own type; `?` also for `]` */
  | '('
  | ')'
  | '{'
  | '}'
  | ','
  | ';'
  | '.'
  | ':'
  | '\\'
  | '?';

/** How a string-like token was opened or closed: by a quote, or by the letter of its special form. */
export type Quote = "'" | '"' | '`' | 'u' | 'q' | '$';

export type Token = {
  readonly type: TokenType;
  /** At most `maxValueLength` bytes of the token, in lower case because letter case does not matter. */
  readonly value: ByteString;
  readonly open: Quote | undefined;
  /** Undefined also when the string extends to the end of the input. */
  readonly close: Quote | undefined;
};

/** The position of one pass in the input; the scanners advance `position`. */
export type Cursor = {
  readonly input: ByteString;
  /** The dialects differ in the meaning of `#` and `--`. */
  readonly dialect: 'ansi' | 'mysql';
  /** The quote that is assumed before the input. */
  readonly pretendedQuote: "'" | '"' | undefined;
  position: number;
  /** Number of tokens returned so far, comments included. */
  tokenCount: number;
  /** The input has a `#`, or a `--` that MySQL would not treat as a comment. */
  sawDialectMark: boolean;
};

/** Returns a cursor at the start of the input. */
export function newCursor(
  input: ByteString,
  dialect: Cursor['dialect'],
  pretendedQuote: Cursor['pretendedQuote'],
): Cursor {
  return { input, dialect, pretendedQuote, position: 0, tokenCount: 0, sawDialectMark: false };
}

/** Reads the token at the cursor and moves the cursor after it; undefined when the bytes read are no token. */
export type Scanner = (cursor: Cursor) => Token | undefined;

/** Longer tokens are cut before any look-up, as in the reference, where this affects verdicts. */
export const maxValueLength = 31;

/** Moves the cursor to `end` and returns the bytes in between as a token. */
export function takeToken(cursor: Cursor, type: TokenType, end: number): Token {
  const start = cursor.position;
  cursor.position = end;
  return { type, value: cutValue(cursor.input, start, end), open: undefined, close: undefined };
}

/**
 * Returns the bytes from `start` to `end` as the value of a token. Native `toLowerCase` is exact here: it maps latin1
 * bytes above 0x7F to others above 0x7F.
 */
export function cutValue(input: ByteString, start: number, end: number): ByteString {
  return input.slice(start, Math.min(end, start + maxValueLength)).toLowerCase();
}

export function withType(token: Token, type: TokenType): Token {
  return { type, value: token.value, open: token.open, close: token.close };
}
