/** What rules look at: entries of collections, and their texts with results worth keeping. */
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import { traitsOf } from '../prefilter/byte-classes.ts';
import type { Candidates } from '../prefilter/literal-index.ts';

/** A distinct byte string of the transaction; every entry with this value shares it. */
export type Text = {
  readonly value: ByteString;
  /** Kinds of bytes in it (traits.ts). */
  readonly traits: number;
  /** What transformations made of it, latest first; few texts have any, and those few. */
  forms: Form | undefined;
  /** What the prefilter found in it; undefined: not asked yet. */
  candidates: Candidates | undefined;
};

/** The result of the transformation that the compiler gave the number `slot`. */
type Form = { readonly slot: number; readonly text: Text; readonly next: Form | undefined };

/** The text of a value: one object for each distinct byte string. */
export function internText(texts: Map<ByteString, Text>, value: ByteString): Text {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text: Text = { value, traits: traitsOf(value), forms: undefined, candidates: undefined };
  texts.set(value, text);
  return text;
}

/** What `keepForm` has kept at `slot`. */
export function formOf(text: Text, slot: number): Text | undefined {
  for (let form = text.forms; form !== undefined; form = form.next) {
    if (form.slot === slot) return form.text;
  }
  return undefined;
}

export function keepForm(text: Text, slot: number, form: Text): void {
  text.forms = { slot, text: form, next: text.forms };
}

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

/** `ARGS:id`, or `REQUEST_URI` for a scalar (docs/spec/seclang-evaluation.md#matched-variables). */
export function entryName(entry: Pick<Entry, 'variable' | 'key'>): ByteString {
  return entry.key === '' ? entry.variable : `${entry.variable}:${entry.key}`;
}
