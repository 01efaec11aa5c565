/** Where persistent collections come from: memory now, a shared store behind the same interface later. */
import type { ByteString } from '../../bytes/byte-string.ts';
import type { VariableStore } from '../variable-store.ts';

export type PersistentName = 'GLOBAL' | 'IP' | 'RESOURCE' | 'SESSION' | 'USER';

/** The collections of all transactions together. */
export type CollectionStore = {
  /**
   * As one transaction sees them at `now`, in milliseconds since the epoch; a record that it creates
   * lives for `timeoutSeconds` after its last update.
   */
  readonly source: (now: number, timeoutSeconds: number) => CollectionSource;
};

/** The collections that one transaction has opened. */
export type CollectionSource = {
  /** initcol: opens or creates the record `key`; later reads and writes of `name` go to it. */
  readonly open: (name: PersistentName, key: ByteString) => void;
  /** The opened record; an empty, unsaved one when the transaction opened none. */
  readonly get: (name: PersistentName) => VariableStore;
  /** The key it was opened with, "" when it was not. */
  readonly keyOf: (name: PersistentName) => ByteString;
  /** The transaction is over: what it has changed counts as updated. */
  readonly save: () => void;
};
