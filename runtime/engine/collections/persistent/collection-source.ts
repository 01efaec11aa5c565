/** Where persistent collections come from: memory now, a shared store behind the same interface later. */
import type { ByteString } from '../../bytes/byte-string.ts';
import type { Deprecation, StoreState, VariableStore } from '../variable-store.ts';

export type PersistentName = 'GLOBAL' | 'IP' | 'RESOURCE' | 'SESSION' | 'USER';

/** The collections of all transactions together. */
export type CollectionStore = {
  /**
   * As one transaction sees them at `now`, in milliseconds since the epoch; a record that it creates
   * lives for `timeoutSeconds` after its last update.
   */
  readonly source: (now: number, timeoutSeconds: number) => CollectionSource;
};

/** A collection that a transaction has opened, for another thread. */
export type OpenedCollection = {
  readonly name: PersistentName;
  readonly key: ByteString;
  readonly store: StoreState;
};

/** What rules of another thread have done with the collection `name`. */
export type CollectionWrite = { readonly name: PersistentName } & (
  | { readonly kind: 'Set'; readonly variable: ByteString; readonly value: ByteString }
  | {
      readonly kind: 'Add';
      readonly variable: ByteString;
      readonly value: ByteString;
      readonly sign: 1 | -1;
    }
  | { readonly kind: 'Delete'; readonly variable: ByteString }
  | { readonly kind: 'Expire'; readonly variable: ByteString; readonly at: number }
  | {
      readonly kind: 'Deprecate';
      readonly variable: ByteString;
      readonly deprecation: Deprecation;
    }
);

export type CollectionsState = {
  /** Those that rules reach: the last opened of each name. */
  readonly opened: readonly OpenedCollection[];
  /** What the other thread has still to do with its own. */
  readonly writes: readonly CollectionWrite[];
};

/** The collections that one transaction has opened. */
export type CollectionSource = {
  /** initcol: opens or creates the record `key`; later reads and writes of `name` go to it. */
  readonly open: (name: PersistentName, key: ByteString) => OpenedCollection;
  readonly state: () => CollectionsState;
  /** Does what rules of another thread have done. */
  readonly write: (writes: readonly CollectionWrite[]) => void;
  /** The opened record; an empty, unsaved one when the transaction opened none. */
  readonly get: (name: PersistentName) => VariableStore;
  /** The key it was opened with, "" when it was not. */
  readonly keyOf: (name: PersistentName) => ByteString;
  /** The transaction is over: what it has changed counts as updated. */
  readonly save: () => void;
};
