/** Scans string literals and back-ticked names (docs/spec/libinjection.md#string). */
import type { ByteString } from '../../bytes/byte-string.ts';
import { keywordType } from './keywords.ts';
import { type Cursor, cutValue, type Quote, type Token, withType } from './token.ts';

/** Returns whether an odd number of backslashes, counted back to `start`, precedes `at`. */
function isEscaped(input: ByteString, start: number, at: number): boolean {
  let first = at;
  while (first > start && input[first - 1] === '\\') first--;
  return (at - first) % 2 === 1;
}

/** Returns the position of the quote that ends the string whose body begins at `start`, or -1. */
function closingQuote(input: ByteString, start: number, quote: ByteString): number {
  let at = input.indexOf(quote, start);
  while (at !== -1) {
    if (isEscaped(input, start, at)) at = input.indexOf(quote, at + 1);
    else if (input[at + 1] === quote) at = input.indexOf(quote, at + 2);
    else return at;
  }
  return -1;
}

/** Returns the string with its body at `start` and its `closer` at `end`; -1: it is never closed. */
function takeString(
  cursor: Cursor,
  start: number,
  end: number,
  closer: ByteString,
  mark: Quote,
): Token {
  const { length } = cursor.input;
  const isClosed = end !== -1;
  cursor.position = isClosed ? end + closer.length : length;
  return {
    type: 's',
    value: cutValue(cursor.input, start, isClosed ? end : length),
    open: mark,
    close: isClosed ? mark : undefined,
  };
}

/** Scans a body at `start` up to a `quote` that is neither doubled nor escaped by a backslash. */
export function scanQuotedBody(
  cursor: Cursor,
  start: number,
  quote: "'" | '"' | '`',
  mark: Quote = quote,
): Token {
  return takeString(cursor, start, closingQuote(cursor.input, start, quote), quote, mark);
}

/** Scans a body at `start` up to the first `closer`, which nothing can escape. */
export function scanDelimitedBody(
  cursor: Cursor,
  start: number,
  closer: ByteString,
  mark: Quote,
): Token {
  return takeString(cursor, start, cursor.input.indexOf(closer, start), closer, mark);
}

export function scanSingleQuoted(cursor: Cursor): Token {
  return scanQuotedBody(cursor, cursor.position + 1, "'");
}

export function scanDoubleQuoted(cursor: Cursor): Token {
  return scanQuotedBody(cursor, cursor.position + 1, '"');
}

/** Scans a back-ticked name; it is a function when it names one. */
export function scanBackTicked(cursor: Cursor): Token {
  const name = scanQuotedBody(cursor, cursor.position + 1, '`');
  return withType(name, keywordType(name.value) === 'f' ? 'f' : 'n');
}
