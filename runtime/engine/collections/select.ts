/** Selects the entries of a collection that the targets of a rule name. */
import { type ByteString, equalsLowered, lowerAscii } from '../bytes/byte-string.ts';
import { type Entry, type InternedValue, makeEntry } from './entry.ts';
import type { VariableStore } from './variable-store.ts';

/** The selector after the colon of a target, in lower case; it is compared with the key in ASCII lower case. */
export type Pick =
  | { readonly kind: 'All' }
  | { readonly kind: 'Key'; readonly key: ByteString }
  | { readonly kind: 'Pattern'; readonly test: (key: ByteString) => boolean };

/** A part of a variable that a rule does not inspect, by its own target list, an update or a ctl. */
export type Exclusion = { readonly variable: string; readonly pick: Pick };

export const all: Pick = { kind: 'All' };
export const noExclusions: readonly Exclusion[] = [];

/** Returns all entries that no exclusion names; the same list when there are no exclusions. */
export function selectAll(
  entries: readonly Entry[],
  exclusions: readonly Exclusion[],
): readonly Entry[] {
  if (exclusions.length === 0) return entries;
  return entries.filter(({ variable, key }) => !isExcluded(variable, key, exclusions));
}

/** Returns a rule's own exclusions, joined with those of a ctl. */
export function joinExclusions(
  own: readonly Exclusion[],
  without: readonly Exclusion[],
): readonly Exclusion[] {
  return without.length === 0 ? own : [...own, ...without];
}

/** Adds the picked entries that no exclusion names, in their order. */
export function selectEntries(
  found: Entry[],
  entries: readonly Entry[],
  pick: Pick,
  exclusions: readonly Exclusion[],
): void {
  for (const entry of entries) {
    if (!isPicked(entry.key, pick)) continue;
    if (exclusions.length > 0 && isExcluded(entry.variable, entry.key, exclusions)) continue;
    found.push(entry);
  }
}

/** Selects entries of a collection that rules write. `intern` returns the transaction's text of a value. */
export function selectStored(
  found: Entry[],
  store: VariableStore,
  pick: Pick,
  exclusions: readonly Exclusion[],
  intern: (value: ByteString) => InternedValue,
): void {
  if (pick.kind === 'Key') {
    const value = store.get(pick.key);
    if (value === undefined || isExcluded(store.variable, pick.key, exclusions)) return;
    found.push(makeEntry(store.variable, pick.key, intern(value)));
    return;
  }
  for (const { name, value } of store.all) {
    // Names of stored variables are in lower case.
    if (pick.kind === 'Pattern' && !pick.test(name)) continue;
    if (isExcluded(store.variable, name, exclusions)) continue;
    found.push(makeEntry(store.variable, name, intern(value)));
  }
}

/** Returns one entry for `&ARGS:id` whose value is the number of selected entries; its key is that of the selector. */
export function countEntries(
  variable: string,
  entries: readonly Entry[],
  pick: Pick,
  exclusions: readonly Exclusion[],
  intern: (value: ByteString) => InternedValue,
): Entry {
  const selected: Entry[] = [];
  selectEntries(selected, entries, pick, exclusions);
  return countEntry(variable, pick, selected.length, intern);
}

/** Counts the entries of a collection that rules write. */
export function countStored(
  variable: string,
  store: VariableStore,
  pick: Pick,
  exclusions: readonly Exclusion[],
  intern: (value: ByteString) => InternedValue,
): Entry {
  const selected: Entry[] = [];
  selectStored(selected, store, pick, exclusions, intern);
  return countEntry(variable, pick, selected.length, intern);
}

function countEntry(
  variable: string,
  pick: Pick,
  count: number,
  intern: (value: ByteString) => InternedValue,
): Entry {
  return makeEntry(variable, pick.kind === 'Key' ? pick.key : '', intern(String(count)));
}

function isPicked(key: ByteString, pick: Pick): boolean {
  switch (pick.kind) {
    case 'All':
      return true;
    case 'Key':
      return equalsLowered(key, pick.key);
    case 'Pattern':
      return pick.test(lowerAscii(key));
  }
}

/** Returns true when one of the exclusions names this key of the variable. */
export function isExcluded(
  variable: string,
  key: ByteString,
  exclusions: readonly Exclusion[],
): boolean {
  let lowered: ByteString | undefined;
  for (const { variable: other, pick } of exclusions) {
    if (other !== variable) continue;
    if (pick.kind === 'Pattern') lowered ??= lowerAscii(key);
    if (pick.kind === 'Pattern' ? pick.test(lowered ?? '') : isPicked(key, pick)) return true;
  }
  return false;
}
