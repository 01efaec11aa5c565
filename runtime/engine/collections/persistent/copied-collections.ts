/** The persistent collections of a transaction that another thread has opened: copies that record what is written. */
import type { ByteString } from '../../bytes/byte-string.ts';
import type {
  CollectionSource,
  CollectionsState,
  CollectionWrite,
  OpenedCollection,
  PersistentName,
} from './collection-source.ts';
import { NotingStore } from './collection-writes.ts';

/** Applies the writes and opens the collection in the thread that holds the collections; waits for the result. */
export type OpenCollection = (
  name: PersistentName,
  key: ByteString,
  writes: readonly CollectionWrite[],
) => OpenedCollection;

/**
 * Returns the copies. `state` returns the writes that `openCollection` has not applied; `save` is left to the other
 * thread.
 */
export function copiedCollections(
  { opened }: CollectionsState,
  openCollection: OpenCollection,
): CollectionSource {
  let writes: CollectionWrite[] = [];
  const copies = new Map<
    PersistentName,
    { readonly key: ByteString; readonly store: NotingStore }
  >();
  const add = (name: PersistentName, key: ByteString): NotingStore => {
    const store = new NotingStore(name, (write) => writes.push(write));
    copies.set(name, { key, store });
    return store;
  };
  const copy = (collection: OpenedCollection): OpenedCollection => {
    add(collection.name, collection.key).restore(collection.store);
    return collection;
  };
  opened.forEach(copy);
  return {
    open: (name, key) => {
      const before = writes;
      writes = [];
      return copy(openCollection(name, key, before));
    },
    get: (name) => copies.get(name)?.store ?? add(name, ''),
    keyOf: (name) => copies.get(name)?.key ?? '',
    state: () => ({ opened: [], writes }),
    write: () => {},
    save: () => {},
  };
}
