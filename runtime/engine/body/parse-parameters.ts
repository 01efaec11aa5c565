/** Parses the `; name=value` list of Content-Disposition (RFC 2183; RFC 9110 5.6.6). */
import { trimSpace } from '../bytes/ascii-space.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import type { Pair } from './pair.ts';
import { replaceEscapes } from './replace-escapes.ts';

export type Parameters = {
  /** In order, with duplicates; names as sent. */
  readonly pairs: readonly Pair[];
  /**
   * `'` used as quote, a quote in an unquoted value, or text right after a quoted one; of the values of `name*`
   * parameters, where `'` is a delimiter, a quoted one (RFC 8187 3.2).
   */
  readonly invalidQuoting: boolean;
  /** The first error; parsing continues after it. */
  readonly problem: string | undefined;
};

type Value = {
  readonly value: ByteString;
  readonly end: number;
  readonly invalidQuoting: boolean;
  readonly problem: string | undefined;
};

/** Parses the parameters after the `;` at offset `start`. */
export function parseParameters(text: ByteString, start: number): Parameters {
  const pairs: Pair[] = [];
  let invalidQuoting = false;
  let problem: string | undefined;
  let at = start;
  while (at < text.length) {
    const nameEnd = endOfName(text, at + 1);
    const name = trimSpace(text.slice(at + 1, nameEnd));
    if (text.charAt(nameEnd) !== '=') {
      problem ??= 'parameter without value';
      at = nameEnd;
      continue;
    }
    const valueStart = skipBlanks(text, nameEnd + 1);
    const isExtended = name.endsWith('*');
    const value = isExtended ? readExtended(text, valueStart) : readValue(text, valueStart);
    pairs.push([name, value.value]);
    problem ??= name === '' ? 'parameter without name' : value.problem;
    invalidQuoting ||= value.invalidQuoting;
    at = value.end;
  }
  return { pairs, invalidQuoting, problem };
}

/** Returns the offset of the next `=` or `;`, or of the end. */
function endOfName(text: ByteString, start: number): number {
  let at = start;
  while (at < text.length && text.charAt(at) !== '=' && text.charAt(at) !== ';') at += 1;
  return at;
}

/** Parses a value; `end` is at the next `;` or at the end of the text. */
function readValue(text: ByteString, start: number): Value {
  const first = text.charAt(start);
  return first === '"' || first === "'" ? readQuoted(text, start, first) : readToken(text, start);
}

/** Parses the value of a `name*` parameter, which is never quoted; some back ends accept it in quotes. */
function readExtended(text: ByteString, start: number): Value {
  if (text.charAt(start) === '"') return { ...readQuoted(text, start, '"'), invalidQuoting: true };
  return { ...readToken(text, start), invalidQuoting: false };
}

function readToken(text: ByteString, start: number): Value {
  const semicolon = text.indexOf(';', start);
  const end = semicolon === -1 ? text.length : semicolon;
  const value = trimSpace(text.slice(start, end));
  const problem = value === '' ? 'parameter without value' : 'invalid character in value';
  const isToken = /^[!#-'*+.0-9A-Z^-z|~-]+$/.test(value);
  return { value, end, invalidQuoting: /['"]/.test(value), problem: isToken ? undefined : problem };
}

/** Parses a quoted value. `'` as quote is invalid, but some back ends accept it; it is accepted here and flagged. */
function readQuoted(text: ByteString, start: number, quote: string): Value {
  const close = closingQuote(text, start + 1, quote);
  if (close === -1) {
    const value = unescapeQuoted(text.slice(start + 1), quote);
    return { value, end: text.length, invalidQuoting: true, problem: 'quote not closed' };
  }
  const value = unescapeQuoted(text.slice(start + 1, close), quote);
  const semicolon = text.indexOf(';', close);
  const end = semicolon === -1 ? text.length : semicolon;
  const isFollowed = trimSpace(text.slice(close + 1, end)) !== '';
  return {
    value,
    end,
    invalidQuoting: quote === "'" || isFollowed,
    problem: isFollowed ? 'text after quoted value' : undefined,
  };
}

function closingQuote(text: ByteString, start: number, quote: string): number {
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === quote) return at;
    if (char === '\\' && isEscapable(text.charAt(at + 1), quote)) at += 1;
  }
  return -1;
}

/** Decodes only an escaped quote or backslash: browsers send Windows paths without escapes. */
function unescapeQuoted(text: ByteString, quote: string): ByteString {
  return replaceEscapes(text, '\\', (escaped, at) => {
    const next = escaped.charAt(at + 1);
    return isEscapable(next, quote) ? { value: next, end: at + 2 } : undefined;
  });
}

function isEscapable(char: string, quote: string): boolean {
  return char === quote || char === '\\';
}

function skipBlanks(text: ByteString, start: number): number {
  let at = start;
  while (text.charAt(at) === ' ' || text.charAt(at) === '\t') at += 1;
  return at;
}
