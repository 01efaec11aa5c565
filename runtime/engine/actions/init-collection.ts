/** initcol, setsid, setuid, setrsc (manual: Persistent Storage). */
import type { ByteString } from '../bytes/byte-string.ts';
import type { PersistentName } from '../collections/persistent/collection-source.ts';
import type { Tx } from '../transaction/tx.ts';

export function initCollection(tx: Tx, name: PersistentName, key: ByteString): void {
  tx.persistent.open(name, key);
}
