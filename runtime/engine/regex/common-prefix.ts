/**
 * What automata have computed for a prefix that many texts share, so that they read it once. For example, the name of
 * a JSON array comes before the index of each of its elements.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import type { Dfa } from './dfa.ts';
import type { StateSets } from './state-sets.ts';

export type CommonPrefix = {
  readonly value: ByteString;
  /** The longest known prefix of this prefix. */
  readonly outer: CommonPrefix | undefined;
  /** The state of a search after the prefix, or the entry that ended it; valid for the states of `sets`. */
  readonly states: Map<Dfa, { readonly state: number; readonly sets: StateSets }>;
  /** By matcher: captures of matches that end inside the prefix, whatever follows. */
  readonly captures: Map<object, readonly ByteString[]>;
};

/** A text as its common prefix and the rest. */
export type TextParts = { readonly common: CommonPrefix; readonly rest: ByteString };

export function createCommonPrefix(
  value: ByteString,
  outer: CommonPrefix | undefined,
): CommonPrefix {
  return { value, outer, states: new Map(), captures: new Map() };
}

/**
 * The text that is read next, and its parts. Not a table of all texts: a joined text takes no memory of its own until it
 * is read, and to look it up means to read it.
 */
let expected: ByteString = '';
let expectedParts: TextParts | undefined;

/** Names the text that is searched next. `parts`: those of `value`; undefined: it is read from its beginning. */
export function expectText(value: ByteString, parts: TextParts | undefined): void {
  expectedParts = parts;
  if (parts !== undefined) expected = value;
}

/** Returns the parts of the text that is searched; undefined for any other text. */
export function partsOf(value: ByteString): TextParts | undefined {
  return expectedParts !== undefined && value === expected ? expectedParts : undefined;
}

/** Drops the text before a transaction ends, so that it does not stay in memory. */
export function forgetExpected(): void {
  expected = '';
  expectedParts = undefined;
}
