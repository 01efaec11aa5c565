/** Parses regular expressions as in rule sets (PCRE2 and RE2 syntax) to an AST over bytes. */
import type { ByteString } from '../../bytes/byte-string.ts';
import type { AnchorPosition, Node, Regex } from './ast.ts';
import { notLineFeed, verticalSpace } from './byte-classes.ts';
import { anyByte, type ByteSet, bytesOf, noByte } from './byte-set.ts';
import { makeAtomic } from './make-atomic.ts';
import { oneByteSets } from './one-byte-sets.ts';
import { parseClass } from './parse-class.ts';
import { type Escape, readEscape } from './parse-escape.ts';
import { type GroupHead, nameGroup, readGroupHead, skipComment } from './parse-group-head.ts';
import {
  fail,
  isAtEnd,
  type PatternReader,
  peek,
  type RegexError,
  type RegexFlags,
  take,
  takeMatch,
} from './pattern-reader.ts';
import { utf8Sequences } from './utf8-ranges.ts';

export type { RegexError };

/**
 * Flags with which ModSecurity v2 compiles: DOTALL and DOLLAR_ENDONLY, not MULTILINE
 * (docs/spec/seclang-evaluation.md#regular-expressions).
 */
const modSecurityFlags: RegexFlags = {
  ignoreCase: false,
  multiline: false,
  dotAll: true,
  extended: false,
  ungreedy: false,
  namedOnly: false,
  duplicateNames: false,
};

/** Limits of PCRE2: PARENS_NEST_LIMIT, and 65535 for a repetition. */
const MAX_DEPTH = 250;
const MAX_REPEAT = 65535;

export type ParsedRegex = { readonly kind: 'Ok'; readonly regex: Regex } | RegexError;

/**
 * Parses `pattern`, one char a byte. Bytes from 0x80 are literal; code points above 0xFF in escapes mean their UTF-8
 * text. What the AST cannot express is an error with its position, never a guess. `flags` are on before the first
 * inline flag, in addition to ModSecurity's own.
 */
export function parseRegex(pattern: ByteString, flags: Partial<RegexFlags> = {}): ParsedRegex {
  const reader: PatternReader = {
    text: pattern,
    index: 0,
    flags: { ...modSecurityFlags, ...flags },
    quoting: false,
    depth: 0,
    captureCount: 0,
    groupNames: new Map(),
    referredNames: new Set(),
    highestReference: { group: 0, index: 0 },
    error: undefined,
  };
  const root = parseAlternation(reader);
  if (!isAtEnd(reader)) {
    const hint = 'Remove it, or write \\) for a parenthesis.';
    fail(reader, 'This parenthesis has no opening parenthesis.', reader.index, hint);
  }
  const { group, index } = reader.highestReference;
  if (group > reader.captureCount) fail(reader, `There is no group ${group}.`, index);
  if (reader.error !== undefined) return reader.error;
  return { kind: 'Ok', regex: { pattern, root, captureCount: reader.captureCount } };
}

/** Parses up to the end, or to the `)` that closes the group. Flags set inside also hold for later alternatives. */
function parseAlternation(reader: PatternReader): Node {
  const start = reader.index;
  const alternatives = [parseSequence(reader)];
  while (take(reader, '|')) alternatives.push(parseSequence(reader));
  const [first] = alternatives;
  if (alternatives.length === 1 && first !== undefined) return first;
  return { kind: 'Alternation', alternatives, start, end: reader.index };
}

function parseSequence(reader: PatternReader): Node {
  const start = reader.index;
  const items: Node[] = [];
  for (;;) {
    skipIgnored(reader);
    if (isAtEnd(reader)) break;
    const char = peek(reader);
    if (!reader.quoting && (char === '|' || char === ')')) break;
    const atom = parseAtom(reader);
    if (atom !== undefined) items.push(parseQuantifier(reader, atom));
  }
  const [only] = items;
  if (items.length === 1 && only !== undefined) return only;
  return { kind: 'Sequence', items, start, end: reader.index };
}

/** Skips ends of quotes, comments and, under (?x), white space: a quantifier after them belongs to what comes before. */
function skipIgnored(reader: PatternReader): void {
  for (;;) {
    if (take(reader, '\\E')) reader.quoting = false;
    else if (!reader.quoting && (take(reader, '\\Q\\E') || skipComment(reader))) continue;
    else if (reader.quoting || !reader.flags.extended) return;
    else if (takeMatch(reader, /[\t\n\v\f\r ]+|#[^\n]*\n?/y) === '') return;
  }
}

/** Parses an atom; undefined: flags, which match nothing, or an error. */
function parseAtom(reader: PatternReader): Node | undefined {
  const start = reader.index;
  const char = peek(reader);
  reader.index += 1;
  if (reader.quoting) return literal(reader, char.charCodeAt(0), start);
  switch (char) {
    case '\\':
      return escapeNode(reader, readEscape(reader), start);
    case '[':
      return parseClass(reader);
    case '(':
      return parseGroup(reader, start);
    case '.':
      return bytes(reader, reader.flags.dotAll ? anyByte : notLineFeed, start);
    case '^':
      return anchor(reader, reader.flags.multiline ? 'LineStart' : 'TextStart', start);
    case '$':
      return anchor(reader, reader.flags.multiline ? 'LineEnd' : 'TextEnd', start);
    case '*':
    case '+':
    case '?':
      return quantifierAlone(reader, start);
    case '{':
      reader.index = start;
      if (isQuantifier(reader)) return quantifierAlone(reader, start);
      reader.index += 1;
  }
  return literal(reader, char.charCodeAt(0), start);
}

function quantifierAlone(reader: PatternReader, start: number): undefined {
  const hint = 'Write a backslash before a literal one, or (?:...) around a repeated item.';
  fail(reader, 'This quantifier does not follow a repeatable item.', start, hint);
  return undefined;
}

const counted = /\{(\d+)(?:(,)(\d*))?\}/y;

function isQuantifier(reader: PatternReader): boolean {
  counted.lastIndex = reader.index;
  return counted.test(reader.text);
}

function parseQuantifier(reader: PatternReader, item: Node): Node {
  skipIgnored(reader);
  const start = reader.index;
  if (reader.quoting) return item;
  const range = readRange(reader);
  if (range === undefined) return item;
  const [min, max] = range;
  if (Math.max(min, max ?? 0) > MAX_REPEAT) {
    fail(reader, `This repetition is larger than ${MAX_REPEAT}.`, start);
  }
  if (max !== undefined && min > max)
    fail(reader, 'The bounds of this repetition are out of order.', start, 'Swap them.');
  const lazy = take(reader, '?');
  const possessive = !lazy && take(reader, '+');
  const at = { start: item.start, end: reader.index };
  const greedy = possessive || lazy === reader.flags.ungreedy;
  const repeat: Node = { kind: 'Repeat', item, min, max, greedy, ...at };
  return possessive ? makeAtomic(repeat, at.start, at.end) : repeat;
}

function readRange(reader: PatternReader): [min: number, max: number | undefined] | undefined {
  if (take(reader, '*')) return [0, undefined];
  if (take(reader, '+')) return [1, undefined];
  if (take(reader, '?')) return [0, 1];
  if (peek(reader) !== '{') return undefined;
  counted.lastIndex = reader.index;
  const [written, low, comma, high] = counted.exec(reader.text) ?? [];
  if (written === undefined) return undefined;
  reader.index += written.length;
  const min = Number(low);
  if (comma === undefined) return [min, min];
  return [min, high === '' ? undefined : Number(high)];
}

function parseGroup(reader: PatternReader, start: number): Node | undefined {
  const head = readGroupHead(reader);
  if (head === undefined) return undefined;
  if (head.kind === 'Flags') {
    reader.flags = head.flags;
    return undefined;
  }
  if (head.kind === 'BackReference') return escapeNode(reader, head, start);
  if (reader.depth >= MAX_DEPTH) {
    fail(reader, `Groups are nested more than ${MAX_DEPTH} deep.`, start);
    return undefined;
  }
  const outerFlags = reader.flags;
  if (head.kind === 'Plain') reader.flags = head.flags;
  if (head.kind === 'Capture') reader.captureCount += 1;
  const index = reader.captureCount;
  if (head.kind === 'Capture' && head.name !== undefined) nameGroup(reader, head.name, index);
  reader.depth += 1;
  const item = parseAlternation(reader);
  reader.depth -= 1;
  reader.flags = outerFlags;
  if (!take(reader, ')')) {
    const hint = 'Add the closing ), or write \\( for a parenthesis.';
    fail(reader, 'This group is never closed.', start, hint);
  }
  return groupNode(head, item, index, { start, end: reader.index });
}

function groupNode(
  head: Exclude<GroupHead, { kind: 'Flags' | 'BackReference' }>,
  item: Node,
  index: number,
  at: { readonly start: number; readonly end: number },
): Node {
  switch (head.kind) {
    case 'Plain':
      return { ...item, ...at };
    case 'Capture':
      return { kind: 'Group', index, name: head.name, item, ...at };
    case 'Lookaround':
      return { ...head, item, ...at };
    case 'Atomic':
      return makeAtomic(item, at.start, at.end);
  }
}

function escapeNode(
  reader: PatternReader,
  found: Escape | undefined,
  start: number,
): Node | undefined {
  switch (found?.kind) {
    case 'CodePoint':
      return literal(reader, found.value, start);
    case 'Set':
      return bytes(reader, found.set, start);
    case 'Anchor':
      return anchor(reader, found.position, start);
    case 'BackReference': {
      const { ignoreCase } = reader.flags;
      return { ...found, ignoreCase, start, end: reader.index };
    }
    case 'LineBreak':
      return lineBreak(reader, start);
    default:
      return undefined;
  }
}

/** Returns a byte, or the UTF-8 bytes of a code point above 0xFF (which has no ASCII case). */
function literal(reader: PatternReader, value: number, start: number): Node {
  if (value <= 0xff) {
    const sets = oneByteSets(reader.flags.ignoreCase);
    return bytes(reader, sets[value] ?? noByte, start);
  }
  const items = utf8Sequences(value, value)
    .flat()
    .map((range) => bytes(reader, [range], start));
  return { kind: 'Sequence', items, start, end: reader.index };
}

/** Returns `\R` as `(?>\r\n|\v)`: a CR before an LF is never matched alone. */
function lineBreak(reader: PatternReader, start: number): Node {
  const at = { start, end: reader.index };
  const one = (text: string): Node => bytes(reader, bytesOf(text), start);
  const notBeforeLineFeed: Node = {
    kind: 'Lookaround',
    direction: 'Lookahead',
    negated: true,
    item: one('\n'),
    ...at,
  };
  const alternatives: readonly Node[] = [
    { kind: 'Sequence', items: [one('\r'), one('\n')], ...at },
    { kind: 'Sequence', items: [one('\r'), notBeforeLineFeed], ...at },
    bytes(reader, verticalSpace.flatMap(withoutCarriageReturn), start),
  ];
  return { kind: 'Alternation', alternatives, ...at };
}

function withoutCarriageReturn([first, last]: readonly [number, number]): [number, number][] {
  return last === 0x0d ? [[first, last - 1]] : [[first, last]];
}

function bytes(reader: PatternReader, set: ByteSet, start: number): Node {
  return { kind: 'Bytes', set, start, end: reader.index };
}

function anchor(reader: PatternReader, position: AnchorPosition, start: number): Node {
  return { kind: 'Anchor', position, start, end: reader.index };
}
