/** @geoLookup: the one operator that changes the transaction, because what it finds is GEO. */
import type { ByteString } from '../bytes/byte-string.ts';
import { VariableStore } from '../collections/variable-store.ts';
import type { Tx } from '../transaction/tx.ts';

/**
 * True when the host's database knows the address; GEO then holds what it returns, also where the rule
 * negates the operator. An unknown address leaves GEO as it was (manual: geoLookup).
 */
export function geoLookup(value: ByteString, tx: Tx): boolean {
  const location = tx.services.findLocation?.(value);
  if (location === undefined) return false;
  tx.geo = new VariableStore('GEO');
  for (const [name, text] of location) tx.geo.set(name, text);
  return true;
}

/** TX.0 is the address. */
export function geoLookupCaptures(value: ByteString, tx: Tx): readonly ByteString[] | undefined {
  return geoLookup(value, tx) ? [value] : undefined;
}
