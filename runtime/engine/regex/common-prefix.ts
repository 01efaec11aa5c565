/**
 * What automata know of a beginning that many texts share, so that they read it once: the name of a JSON array stands
 * before the number of each of its elements.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import type { Dfa } from './dfa.ts';
import type { StateSets } from './state-sets.ts';

export type CommonPrefix = {
  readonly value: ByteString;
  /** The shorter one that it begins with. */
  readonly outer: CommonPrefix | undefined;
  /** Where a search is after it, or the entry that ended it; for the states of `sets`. */
  readonly states: Map<Dfa, { readonly state: number; readonly sets: StateSets }>;
  /** By matcher: matches that have come to their end in it, whatever follows. */
  readonly captures: Map<object, readonly ByteString[]>;
};

/** Text -> the longest prefix that it is known to begin with. */
const prefixes = new Map<ByteString, CommonPrefix>();
const known = new Map<ByteString, CommonPrefix>();
/** Bytes of the shortest text: others are not looked up. */
let shortest = Number.POSITIVE_INFINITY;

/** `value` is longer than `prefix` and begins with it. */
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

/** Before a transaction ends: its texts are not to stay in memory. */
export function forgetCommonPrefixes(): void {
  prefixes.clear();
  known.clear();
  shortest = Number.POSITIVE_INFINITY;
}
