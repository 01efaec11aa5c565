/** initcol, setsid, setuid, setrsc (manual: Persistent Storage). */
import type { ByteString } from '../byte-string.ts';
import type { PersistentName } from '../persistent/collection-source.ts';
import type { Tx } from '../tx.ts';

export function initCollection(tx: Tx, name: PersistentName, key: ByteString): void {
  tx.persistent.open(name, key);
}
