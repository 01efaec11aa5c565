/** What rules look at: entries of collections, and their texts with results worth keeping. */
import { type ByteString, lowerAscii } from './byte-string.ts';
import type { Candidates } from './prefilter.ts';

/** A distinct byte string of the transaction; every entry with this value shares it. */
export type Text = {
  readonly value: ByteString;
  /** Results of transformations, at the slots the compiler gave them. */
  readonly forms: (Text | undefined)[];
  /** What the prefilter found in it; undefined: not asked yet. */
  candidates: Candidates | undefined;
};

/** One (variable, key, value). Scalars have the key "". */
export type Entry = {
  readonly variable: string;
  /** As received. */
  readonly key: ByteString;
  /** `key` in ASCII lower case: what selectors compare. */
  readonly foldedKey: ByteString;
  readonly text: Text;
};

export function makeEntry(variable: string, key: ByteString, text: Text): Entry {
  return { variable, key, foldedKey: lowerAscii(key), text };
}

/** `ARGS:id`, or `REQUEST_URI` for a scalar (spec: seclang 3.6). */
export function entryName(entry: Entry): ByteString {
  return entry.key === '' ? entry.variable : `${entry.variable}:${entry.key}`;
}
