/** Targets that name a TX variable which lives in a slot: TX:name and &TX:name. */
import type { ByteString } from '../bytes/byte-string.ts';
import { type Entry, makeEntry, type Text } from './entry.ts';
import { type Exclusion, isExcluded } from './select.ts';
import { type SlotValue, slotText } from './tx-variables.ts';

/** Adds the entry of the variable unless it is unset or excluded; `key` is in lower case. */
export function selectSlot(
  found: Entry[],
  value: SlotValue,
  key: ByteString,
  exclusions: readonly Exclusion[],
  intern: (value: ByteString) => Text,
): void {
  const text = slotText(value);
  if (text === undefined || isExcluded('TX', key, exclusions)) return;
  found.push(makeEntry('TX', key, intern(text)));
}

/** One entry, "1" or "0": whether there is such a variable. */
export function countSlot(
  value: SlotValue,
  key: ByteString,
  exclusions: readonly Exclusion[],
  intern: (value: ByteString) => Text,
): Entry {
  const isCounted = value !== undefined && !isExcluded('TX', key, exclusions);
  return makeEntry('TX', key, intern(isCounted ? '1' : '0'));
}
