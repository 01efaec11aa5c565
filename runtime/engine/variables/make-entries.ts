/** Functions that make the entries of variables, once for each phase. */
import type { Pair } from '../body/pair.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { type Entry, makeEntry } from '../collections/entry.ts';
import { textsOfNames } from '../transaction/prefixed-texts.ts';
import type { Tx } from '../transaction/tx.ts';

/** Returns the single entry of a scalar variable. */
export function scalar(tx: Tx, variable: string, value: ByteString): readonly Entry[] {
  return [makeEntry(variable, '', tx.text(value))];
}

export function flag(tx: Tx, variable: string, on: boolean): readonly Entry[] {
  return scalar(tx, variable, on ? '1' : '0');
}

const NO_PAIRS: readonly Pair[] = [];

/** Returns entries made from pairs, cached until the variables change. */
export function fromPairs(
  tx: Tx,
  variable: string,
  first: readonly Pair[],
  second: readonly Pair[] = NO_PAIRS,
): readonly Entry[] {
  const known = tx.entries.get(variable);
  if (known !== undefined) return known;
  const entries: Entry[] = [];
  for (const pair of first) entries.push(makeEntry(variable, pair[0], tx.text(pair[1])));
  for (const pair of second) entries.push(makeEntry(variable, pair[0], tx.text(pair[1])));
  tx.entries.set(variable, entries);
  return entries;
}

/** Returns entries whose key and value are the names of the pairs, cached until the variables change. */
export function fromNames(
  tx: Tx,
  variable: string,
  first: readonly Pair[],
  second: readonly Pair[] = NO_PAIRS,
): readonly Entry[] {
  const known = tx.entries.get(variable);
  if (known !== undefined) return known;
  const entries: Entry[] = [];
  for (const pair of first) entries.push(makeEntry(variable, pair[0], tx.text(pair[0])));
  const names = second.map(([name]) => name);
  for (const text of textsOfNames(tx, names)) entries.push(makeEntry(variable, text.value, text));
  tx.entries.set(variable, entries);
  return entries;
}

/** Returns entries for plain values, all with the same key. */
export function fromValues(
  tx: Tx,
  variable: string,
  key: ByteString,
  values: readonly ByteString[],
): readonly Entry[] {
  return values.map((value) => makeEntry(variable, key, tx.text(value)));
}
