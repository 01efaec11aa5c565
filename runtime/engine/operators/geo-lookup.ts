/** @geoLookup: the only operator that changes the transaction, because it fills GEO. */
import type { ByteString } from '../bytes/byte-string.ts';
import { VariableStore } from '../collections/variable-store.ts';
import type { Tx } from '../transaction/tx.ts';

/**
 * Returns true when the host's database contains the address. GEO then holds the result, even when the rule negates
 * the operator. An unknown address leaves GEO unchanged (manual: geoLookup).
 */
export function geoLookup(value: ByteString, tx: Tx): boolean {
  const location = tx.services.findLocation?.(value);
  if (location === undefined) return false;
  tx.geo = new VariableStore('GEO');
  for (const [name, text] of location) tx.geo.set(name, text);
  return true;
}

/** Returns the address, which becomes TX.0; undefined: unknown. */
export function geoLookupCaptures(value: ByteString, tx: Tx): readonly ByteString[] | undefined {
  return geoLookup(value, tx) ? [value] : undefined;
}
