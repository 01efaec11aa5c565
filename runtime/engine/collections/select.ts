/** From targets to entries: which entries of a collection a rule inspects. */
import type { ByteString } from '../bytes/byte-string.ts';
import { type Entry, type InternedValue, makeEntry } from './entry.ts';
import type { VariableStore } from './variable-store.ts';

/** What follows the colon of a target; keys and patterns see the ASCII-lower-cased key. */
export type Pick =
  | { readonly kind: 'All' }
  | { readonly kind: 'Key'; readonly key: ByteString }
  | { readonly kind: 'Pattern'; readonly test: (key: ByteString) => boolean };

/** What a rule does not inspect of a variable, by its own list, by an update or by ctl. */
export type Exclusion = { readonly variable: string; readonly pick: Pick };

export const all: Pick = { kind: 'All' };
export const noExclusions: readonly Exclusion[] = [];

/** All entries that no exclusion names; the same list when there is none. */
export function selectAll(
  entries: readonly Entry[],
  exclusions: readonly Exclusion[],
): readonly Entry[] {
  if (exclusions.length === 0) return entries;
  return entries.filter(({ variable, foldedKey }) => !isExcluded(variable, foldedKey, exclusions));
}

/** A rule's own exclusions, and those of a ctl if there are any. */
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
    if (!isPicked(entry.foldedKey, pick)) continue;
    if (exclusions.length > 0 && isExcluded(entry.variable, entry.foldedKey, exclusions)) continue;
    found.push(entry);
  }
}

/** The same for a collection that rules write. `intern` turns a value into the transaction's text. */
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
    if (!isPicked(name, pick) || isExcluded(store.variable, name, exclusions)) continue;
    found.push(makeEntry(store.variable, name, intern(value)));
  }
}

/** `&ARGS:id`: one entry whose value is the number of selected entries; its key is the selector's. */
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

/** The same for a collection that rules write. */
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

function isPicked(foldedKey: ByteString, pick: Pick): boolean {
  switch (pick.kind) {
    case 'All':
      return true;
    case 'Key':
      return foldedKey === pick.key;
    case 'Pattern':
      return pick.test(foldedKey);
  }
}

/** True when one of the exclusions names the key of this variable. */
export function isExcluded(
  variable: string,
  foldedKey: ByteString,
  exclusions: readonly Exclusion[],
): boolean {
  for (const exclusion of exclusions) {
    if (exclusion.variable === variable && isPicked(foldedKey, exclusion.pick)) return true;
  }
  return false;
}
