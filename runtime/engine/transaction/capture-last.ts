import type { Entry, InternedValue } from '../collections/entry.ts';
import type { Tx } from './tx.ts';

/**
 * Sets TX.0 to the last value, and unsets TX.1 to TX.9; changes nothing without values. This is the effect of a chain
 * whose first link matches every value, and whose other links match nothing. Returns false: the chain does not match.
 */
export function captureLast(
  tx: Tx,
  entries: readonly Entry[],
  transformed?: (tx: Tx, text: InternedValue) => InternedValue,
): false {
  const last = entries.at(-1);
  if (last !== undefined) tx.capture([(transformed?.(tx, last.text) ?? last.text).value]);
  return false;
}
