/** Escapes: the union of PCRE2 and RE2, as listed in the "backslash" sections of their manuals. */
import type { AnchorPosition } from './ast.ts';
import { notLineFeed, setEscapes, unicodeProperty } from './byte-classes.ts';
import { anyByte, type ByteSet, complement } from './byte-set.ts';
import { fail, isAtEnd, type PatternReader, peek, take, takeMatch } from './pattern-reader.ts';
import { isScalarValue } from './utf8-ranges.ts';

export type Escape =
  /** Up to 0xFF a byte, above that the UTF-8 text of a code point. */
  | { readonly kind: 'CodePoint'; readonly value: number }
  | { readonly kind: 'Set'; readonly set: ByteSet }
  | { readonly kind: 'Anchor'; readonly position: AnchorPosition }
  | { readonly kind: 'BackReference'; readonly group: number }
  /** `\R`. */
  | { readonly kind: 'LineBreak' }
  /** `\Q`, and an `\E` without a `\Q`. */
  | { readonly kind: 'Nothing' };

const controls: ReadonlyMap<string, number> = new Map([
  ['a', 0x07],
  ['e', 0x1b],
  ['f', 0x0c],
  ['n', 0x0a],
  ['r', 0x0d],
  ['t', 0x09],
]);

const anchors: ReadonlyMap<string, AnchorPosition> = new Map([
  ['A', 'TextStart'],
  /** Where the search begins, which is the start: expressions search once. */
  ['G', 'TextStart'],
  ['z', 'TextEnd'],
  ['Z', 'TextEndOptionalNewline'],
  ['b', 'WordBoundary'],
  ['B', 'NotWordBoundary'],
]);

const outsideSets: ReadonlyMap<string, ByteSet> = new Map([
  ['C', anyByte],
  ['N', notLineFeed],
]);

const refused: ReadonlyMap<string, string> = new Map([
  ['K', 'Capture the part you need with a group instead.'],
  ['X', 'Text is bytes: write the bytes instead.'],
  ['u', 'Write \\x{...} for a code point.'],
]);

/** Reads an escape outside brackets, after its backslash; undefined after an error. */
export function readEscape(reader: PatternReader): Escape | undefined {
  const start = reader.index - 1;
  const name = peek(reader);
  const position = anchors.get(name);
  if (position !== undefined) {
    reader.index += 1;
    return { kind: 'Anchor', position };
  }
  const set = outsideSets.get(name);
  if (set !== undefined && !isNamedCharacter(reader)) {
    reader.index += 1;
    return { kind: 'Set', set };
  }
  if (take(reader, 'R')) return { kind: 'LineBreak' };
  if (take(reader, 'Q')) {
    reader.quoting = true;
    return { kind: 'Nothing' };
  }
  if (name === 'g' || name === 'k') return readReference(reader, start);
  if (/[1-9]/.test(name)) return readNumbered(reader, start);
  return readCommonEscape(reader);
}

/** Returns whether `N{` comes next and does not repeat `\N`: in Perl it names a character, and PCRE2 refuses it. */
function isNamedCharacter(reader: PatternReader): boolean {
  const named = /N\{(?!\d+(?:,\d*)?\})/y;
  named.lastIndex = reader.index;
  return named.test(reader.text);
}

/** Reads an escape inside brackets, after its backslash; undefined after an error. */
export function readClassEscape(reader: PatternReader): Escape | undefined {
  if (take(reader, 'b')) return { kind: 'CodePoint', value: 0x08 };
  if (take(reader, 'Q')) {
    reader.quoting = true;
    return { kind: 'Nothing' };
  }
  return readCommonEscape(reader);
}

function readCommonEscape(reader: PatternReader): Escape | undefined {
  const start = reader.index - 1;
  if (isAtEnd(reader)) {
    fail(reader, 'The pattern ends with a backslash.', start, 'Write \\\\ for a backslash.');
    return undefined;
  }
  const name = peek(reader);
  if (/[0-7]/.test(name)) return octal(takeMatch(reader, /[0-7]{1,3}/y), reader, start);
  reader.index += 1;
  if (name === 'E') return { kind: 'Nothing' };
  if (name === 'p' || name === 'P') return readProperty(reader, name === 'P', start);
  if (name === 'x') return readHexadecimal(reader, start);
  if (name === 'o') return readBracedOctal(reader, start);
  if (name === 'c') return readControl(reader, start);
  const set = setEscapes.get(name);
  if (set !== undefined) return { kind: 'Set', set };
  const control = controls.get(name);
  if (control !== undefined) return { kind: 'CodePoint', value: control };
  if (!/[A-Za-z0-9]/.test(name)) return { kind: 'CodePoint', value: name.charCodeAt(0) };
  fail(reader, `The escape \\${name} is not supported here.`, start, refused.get(name));
  return undefined;
}

function codePoint(value: number, reader: PatternReader, start: number): Escape | undefined {
  if (isScalarValue(value)) return { kind: 'CodePoint', value };
  fail(reader, 'This number is not a code point.', start);
  return undefined;
}

/** Returns an octal escape. Three octal digits go up to 0x1FF, but PCRE without UTF accepts bytes only. */
function octal(digits: string, reader: PatternReader, start: number): Escape | undefined {
  const value = Number.parseInt(digits, 8);
  if (value <= 0xff) return { kind: 'CodePoint', value };
  fail(reader, `The octal escape \\${digits} is more than a byte.`, start);
  return undefined;
}

function readHexadecimal(reader: PatternReader, start: number): Escape | undefined {
  const braced = takeMatch(reader, /\{[0-9A-Fa-f]+\}/y).slice(1, -1);
  const digits = braced === '' ? takeMatch(reader, /[0-9A-Fa-f]{1,2}/y) : braced;
  if (digits !== '') return codePoint(Number.parseInt(digits, 16), reader, start);
  fail(reader, 'Expected hexadecimal digits after \\x.', start, 'Write \\x0a or \\x{4e00}.');
  return undefined;
}

function readBracedOctal(reader: PatternReader, start: number): Escape | undefined {
  const digits = takeMatch(reader, /\{[0-7]+\}/y).slice(1, -1);
  if (digits !== '') return codePoint(Number.parseInt(digits, 8), reader, start);
  fail(reader, 'Expected octal digits in braces after \\o.', start, 'Write \\o{12}.');
  return undefined;
}

function readControl(reader: PatternReader, start: number): Escape | undefined {
  const char = takeMatch(reader, /[ -~]/y);
  if (char !== '') return { kind: 'CodePoint', value: char.toUpperCase().charCodeAt(0) ^ 0x40 };
  fail(reader, 'Expected a printable ASCII character after \\c.', start);
  return undefined;
}

function readProperty(
  reader: PatternReader,
  complemented: boolean,
  start: number,
): Escape | undefined {
  const written = takeMatch(reader, /\{\^?(?:[A-Za-z_]+|L&)\}|[A-Za-z]/y);
  const name = written.replace(/[{}^]/g, '');
  const set = unicodeProperty(name);
  if (set === undefined) {
    fail(reader, `Unknown property \\p${written}.`, start, 'Write the bytes as a class.');
    return undefined;
  }
  return { kind: 'Set', set: complemented === written.includes('^') ? set : complement(set) };
}

/** Reads a numbered escape: `\1` is always a reference; `\12` only when twelve groups precede it, otherwise octal. */
function readNumbered(reader: PatternReader, start: number): Escape | undefined {
  const digits = takeMatch(reader, /[0-9]+/y);
  const number = Number(digits);
  if (number < 10 || /^[89]/.test(digits) || number <= reader.captureCount) {
    return reference(reader, number, start);
  }
  reader.index = start + 1;
  return octal(takeMatch(reader, /[0-7]{1,3}/y), reader, start);
}

const namedReference = /\{([A-Za-z_]\w*)\}|<([A-Za-z_]\w*)>|'([A-Za-z_]\w*)'/y;

/** Reads `\g1`, `\g{1}`, `\g{-1}`, `\g{name}`, `\k{name}`, `\k<name>` or `\k'name'`. */
function readReference(reader: PatternReader, start: number): Escape | undefined {
  const letter = peek(reader);
  reader.index += 1;
  if (letter === 'g' && /[<']/.test(peek(reader))) {
    const hint = 'Write \\g{...} to repeat the text of a group.';
    fail(reader, 'Calls of groups are not supported.', start, hint);
    return undefined;
  }
  const number = letter === 'g' ? takeMatch(reader, /-?\d+|\{-?\d+\}/y).replace(/[{}]/g, '') : '';
  if (number !== '') {
    const written = Number(number);
    return reference(reader, written < 0 ? reader.captureCount + 1 + written : written, start);
  }
  const name = takeMatch(reader, namedReference).slice(1, -1);
  if (name !== '') return referenceTo(reader, name, start);
  fail(reader, `Expected the number or name of a group after \\${letter}.`, start);
  return undefined;
}

/** Returns a reference by name; only groups to the left can be named. */
export function referenceTo(
  reader: PatternReader,
  name: string,
  start: number,
): Escape | undefined {
  const group = reader.groupNames.get(name);
  reader.referredNames.add(name);
  if (group === 'several')
    fail(reader, `Several groups are named ${name}.`, start, 'Refer to one of them by its number.');
  else if (group !== undefined) return reference(reader, group, start);
  else fail(reader, `No group named ${name} precedes this reference.`, start);
  return undefined;
}

function reference(reader: PatternReader, group: number, start: number): Escape | undefined {
  if (group < 1) {
    fail(reader, `There is no group ${group}.`, start);
    return undefined;
  }
  if (group > reader.highestReference.group) reader.highestReference = { group, index: start };
  return { kind: 'BackReference', group };
}
