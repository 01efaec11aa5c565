/** Targets that name a TX variable in a register: TX:name and &TX:name. */
import type { ByteString } from '../bytes/byte-string.ts';
import { type Entry, type InternedValue, makeEntry } from './entry.ts';
import { type Exclusion, isExcluded } from './select.ts';
import { type RegisterValue, registerText } from './tx-variables.ts';

/** Adds the entry of the variable unless it is unset or excluded; `key` is in lower case. */
export function selectRegister(
  found: Entry[],
  value: RegisterValue,
  key: ByteString,
  exclusions: readonly Exclusion[],
  intern: (value: ByteString) => InternedValue,
): void {
  const text = registerText(value);
  if (text === undefined || isExcluded('TX', key, exclusions)) return;
  found.push(makeEntry('TX', key, intern(text)));
}

/** Returns one entry, "1" or "0": whether the variable is set and not excluded. */
export function countRegister(
  value: RegisterValue,
  key: ByteString,
  exclusions: readonly Exclusion[],
  intern: (value: ByteString) => InternedValue,
): Entry {
  const isSet = value !== undefined && !isExcluded('TX', key, exclusions);
  return makeEntry('TX', key, intern(isSet ? '1' : '0'));
}
