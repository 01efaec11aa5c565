/** The source of persistent collections: memory, or a shared store behind the same interface. */
import type { ByteString } from '../../bytes/byte-string.ts';
import type { Deprecation, StoreState, VariableStore } from '../variable-store.ts';

export type PersistentName = 'GLOBAL' | 'IP' | 'RESOURCE' | 'SESSION' | 'USER';

/** The collections of all transactions. */
export type CollectionStore = {
  /**
   * Returns the collections as one transaction sees them at `now`, in milliseconds since the epoch. A record that it
   * creates lives for `timeoutSeconds` after its last update.
   */
  readonly source: (now: number, timeoutSeconds: number) => CollectionSource;
};

/** A collection that a transaction has opened, for another thread. */
export type OpenedCollection = {
  readonly name: PersistentName;
  readonly key: ByteString;
  readonly store: StoreState;
};

/** A write of rules in another thread to the collection `name`. */
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
  /** The collections that rules can access: the last one opened of each name. */
  readonly opened: readonly OpenedCollection[];
  /** Writes that the other thread still has to apply to its own collections. */
  readonly writes: readonly CollectionWrite[];
};

/** The collections that one transaction has opened. */
export type CollectionSource = {
  /** initcol: opens or creates the record `key`; later reads and writes of `name` use it. */
  readonly open: (name: PersistentName, key: ByteString) => OpenedCollection;
  readonly state: () => CollectionsState;
  /** Applies writes of rules in another thread. */
  readonly write: (writes: readonly CollectionWrite[]) => void;
  /** Returns the opened record; an empty, unsaved one when the transaction opened none. */
  readonly get: (name: PersistentName) => VariableStore;
  /** Returns the key of the opened record, "" when there is none. */
  readonly keyOf: (name: PersistentName) => ByteString;
  /** Ends the transaction: records that it has changed count as updated. */
  readonly save: () => void;
};
