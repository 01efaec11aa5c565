/** Bracket expressions: `[^a-z\d[:alpha:]\x{4e00}-\x{9fff}]`. */
import type { Node } from './ast.ts';
import { posixClasses } from './byte-classes.ts';
import { type ByteRange, type ByteSet, byteSet, complement, foldCase } from './byte-set.ts';
import { readClassEscape } from './parse-escape.ts';
import { fail, isAtEnd, type PatternReader, peek, take, takeMatch } from './pattern-reader.ts';
import { utf8Sequences } from './utf8-ranges.ts';

/** One member: a code point that may begin a range, or a whole set; Nothing for `\Q` and `\E`. */
type Member =
  | { readonly kind: 'CodePoint'; readonly value: number; readonly index: number }
  | { readonly kind: 'Set'; readonly set: ByteSet }
  | { readonly kind: 'Nothing' };

type Members = {
  /** Case is folded under (?i), except in properties, as in PCRE. */
  readonly bytes: ByteRange[];
  /** Code points above 0xFF. */
  readonly wide: ByteRange[];
};

/** PCRE2 skips them before the `^` that negates a class. */
const emptyQuotes = /(?:(?:\\Q)?\\E)+(?=\^)/y;

const LONGEST_POSIX_CLASS = '[:^xdigit:]'.length;

/** Parses a class after its `[`; bytes of the pattern from 0x80 are bytes of the class. */
export function parseClass(reader: PatternReader): Node {
  const start = reader.index - 1;
  if (peek(reader) === ':' && isPosixClass(reader.text.slice(start, start + LONGEST_POSIX_CLASS))) {
    fail(reader, 'A POSIX class must be inside brackets.', start, 'Write it as [[:alpha:]].');
  }
  takeMatch(reader, emptyQuotes);
  const negated = take(reader, '^');
  const members: Members = { bytes: [], wide: [] };
  let first = true;
  while (first || reader.quoting || peek(reader) !== ']') {
    if (isAtEnd(reader)) {
      fail(
        reader,
        'This bracket is never closed.',
        start,
        'Add the closing ], or write \\[ for a bracket.',
      );
      break;
    }
    const member = readMember(reader);
    if (member?.kind === 'Nothing') continue;
    first = false;
    if (member?.kind === 'Set') members.bytes.push(...member.set);
    if (member?.kind === 'CodePoint') readRange(reader, member.value, member.index, members);
  }
  take(reader, ']');
  if (negated && members.wide.length > 0) {
    const hint = 'Text is bytes: a negated class can contain only bytes.';
    fail(reader, 'A negated class contains a code point above 0xFF.', start, hint);
  }
  return classNode(members, negated, reader, start);
}

/** Returns whether `text` starts with a POSIX class such as `[:alpha:]`, written without the outer brackets. */
function isPosixClass(text: string): boolean {
  return posixClasses.has(/^\[:\^?(\w+):\]/.exec(text)?.[1] ?? '');
}

function classNode(members: Members, negated: boolean, reader: PatternReader, start: number): Node {
  const at = { start, end: reader.index };
  const set = byteSet(members.bytes);
  const bytes: Node = { kind: 'Bytes', set: negated ? complement(set) : set, ...at };
  if (members.wide.length === 0) return bytes;
  const sequences = members.wide.flatMap(([first, last]) => utf8Sequences(first, last));
  const wide = sequences.map(
    (sequence): Node => ({
      kind: 'Sequence',
      items: sequence.map((range): Node => ({ kind: 'Bytes', set: [range], ...at })),
      ...at,
    }),
  );
  return { kind: 'Alternation', alternatives: set.length === 0 ? wide : [bytes, ...wide], ...at };
}

/** Reads `low`, or `low-high` when a hyphen and another code point follow. */
function readRange(reader: PatternReader, low: number, start: number, members: Members): void {
  const hyphen = reader.index;
  const isRange = !reader.quoting && peek(reader) === '-' && reader.text.charAt(hyphen + 1) !== ']';
  if (!isRange || hyphen + 1 >= reader.text.length) {
    add(reader, members, low, low);
    return;
  }
  reader.index += 1;
  const member = readMember(reader);
  if (member?.kind !== 'CodePoint') {
    // Next to a set or a quote the hyphen is literal (Perl, PCRE1, RE2).
    add(reader, members, low, low);
    add(reader, members, 0x2d, 0x2d);
    if (member?.kind === 'Set') members.bytes.push(...member.set);
    return;
  }
  const high = member.value;
  if (low > high) fail(reader, 'This range is out of order.', start, 'Swap its ends.');
  if (low <= 0xff && high > 0xff) {
    const hint = 'Split it into bytes up to \\xff and code points from \\x{100}.';
    fail(reader, 'This range begins with a byte and ends with a code point.', start, hint);
  }
  add(reader, members, low, high);
}

function add(reader: PatternReader, members: Members, low: number, high: number): void {
  if (high > 0xff) members.wide.push([low, high]);
  else members.bytes.push(...withFlags(reader, [[low, high]]));
}

function withFlags(reader: PatternReader, set: ByteSet): ByteSet {
  return reader.flags.ignoreCase ? foldCase(set) : set;
}

function readMember(reader: PatternReader): Member | undefined {
  const index = reader.index;
  if (reader.quoting) {
    if (take(reader, '\\E')) {
      reader.quoting = false;
      return { kind: 'Nothing' };
    }
  } else {
    if (peek(reader) === '[' && /[:.=]/.test(reader.text.charAt(index + 1))) {
      const posix = readPosixClass(reader);
      if (posix !== undefined) return posix;
    }
    if (take(reader, '\\')) return classEscape(reader, index);
  }
  const value = reader.text.charCodeAt(reader.index);
  reader.index += 1;
  return { kind: 'CodePoint', value, index };
}

function classEscape(reader: PatternReader, index: number): Member | undefined {
  const found = readClassEscape(reader);
  if (found === undefined) return undefined;
  if (found.kind === 'CodePoint') return { ...found, index };
  if (found.kind === 'Set' || found.kind === 'Nothing') return found;
  fail(reader, 'This escape is not valid inside brackets.', index);
  return undefined;
}

/** Matches what PCRE2 takes for the name of a class, known or not. */
const posixClass = /\[([:.=])(?:\\[\]\\]|(?!\[\1|\1\]|\])[\s\S])*\1\]/y;

/** Reads a POSIX class; undefined when the text only resembles one: `[[:]` is a class of two characters. */
function readPosixClass(reader: PatternReader): Member | undefined {
  const start = reader.index;
  const written = takeMatch(reader, posixClass);
  if (written === '') return undefined;
  const set = posixClasses.get(/^\[:\^?(\w+):\]$/.exec(written)?.[1] ?? '');
  if (set === undefined) {
    const isBoundary = written === '[:<:]' || written === '[:>:]';
    const hint = isBoundary ? 'Write \\b for the start or the end of a word.' : undefined;
    fail(reader, `Unknown class ${written}.`, start, hint);
    return undefined;
  }
  const folded = withFlags(reader, set);
  return { kind: 'Set', set: written.startsWith('[:^') ? complement(folded) : folded };
}
