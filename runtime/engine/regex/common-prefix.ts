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

/** Text -> its longest known prefix. */
const prefixes = new Map<ByteString, CommonPrefix>();
const known = new Map<ByteString, CommonPrefix>();
/** Bytes of the shortest text; shorter texts are not looked up. */
let shortest = Number.POSITIVE_INFINITY;

/** Registers that `value` begins with `prefix` and is longer. */
export function noteCommonPrefix(value: ByteString, prefix: ByteString): void {
  let own = known.get(prefix);
  if (own === undefined) {
    own = { value: prefix, outer: prefixes.get(prefix), states: new Map(), captures: new Map() };
    known.set(prefix, own);
  }
  prefixes.set(value, own);
  shortest = Math.min(shortest, value.length);
}

export function commonPrefixOf(value: ByteString): CommonPrefix | undefined {
  return prefixes.size === 0 || value.length < shortest ? undefined : prefixes.get(value);
}

/** Drops all prefixes before a transaction ends, so that its texts do not stay in memory. */
export function forgetCommonPrefixes(): void {
  prefixes.clear();
  known.clear();
  shortest = Number.POSITIVE_INFINITY;
}
