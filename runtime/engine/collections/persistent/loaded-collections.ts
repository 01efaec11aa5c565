/**
 * The persistent collections of one transaction whose records are stored elsewhere: its host loads copies and repeats
 * the operations of the transaction on the records. A record that is not loaded counts as new, and is listed for the
 * host to load.
 */
import type { ByteString } from '../../bytes/byte-string.ts';
import { createVariables, putVariable } from '../stored-variables.ts';
import { VariableStore } from '../variable-store.ts';
import { createRecord, MOST_BYTES } from './collection-record.ts';
import type {
  CollectionSource,
  CollectionStore,
  OpenedCollection,
  PersistentName,
} from './collection-source.ts';
import { writeTo } from './collection-writes.ts';
import type { Operation } from './operation.ts';
import { type LoadedRecord, putLoaded } from './record-store.ts';
import { RecordedStore } from './recorded-store.ts';

export type CollectionKey = { readonly name: PersistentName; readonly key: ByteString };

export type SaveOperations = (
  collection: CollectionKey,
  timeoutSeconds: number,
  operations: readonly Operation[],
) => void;

type Loaded = { readonly record: LoadedRecord | undefined; readonly at: number };
type Opened = CollectionKey & { readonly store: VariableStore };

export class LoadedCollections implements CollectionStore {
  readonly #save: SaveOperations;
  readonly #loaded = new Map<string, Loaded>();
  #missing: CollectionKey[] = [];

  constructor(save: SaveOperations) {
    this.#save = save;
  }

  /** Collections that the transaction has opened and the host has not loaded. */
  get missing(): readonly CollectionKey[] {
    return this.#missing;
  }

  /**
   * Provides the copy of a record. `at`: when the copy was made, in milliseconds since the epoch. Undefined: there is
   * no record.
   */
  provide(collection: CollectionKey, record: LoadedRecord | undefined, at: number): void {
    this.#loaded.set(idOf(collection), { record, at });
  }

  /** Returns the collections; called once for each run of the transaction. */
  source(now: number, timeoutSeconds: number): CollectionSource {
    this.#missing = [];
    const opened: Opened[] = [];
    const find = (name: PersistentName): Opened | undefined =>
      opened.findLast((each) => each.name === name);
    const open = (collection: CollectionKey): OpenedCollection => {
      const again = opened.find((each) => idOf(each) === idOf(collection));
      const store = again?.store ?? this.#open(collection, now, timeoutSeconds);
      opened.push({ ...collection, store });
      return { ...collection, store: store.state };
    };
    const get = (name: PersistentName): VariableStore => {
      const known = find(name);
      if (known !== undefined) return known.store;
      const unsaved = { name, key: '', store: new VariableStore(name) };
      opened.push(unsaved);
      return unsaved.store;
    };
    return {
      open: (name, key) => open({ name, key }),
      get,
      state: () => ({
        opened: opened.map(({ name, key, store }) => ({ name, key, store: store.state })),
        writes: [],
      }),
      write: (writes) => writeTo(get, writes),
      keyOf: (name) => find(name)?.key ?? '',
      save: () => {
        for (const { name, key, store } of opened) {
          if (!(store instanceof RecordedStore) || store.operations.length === 0) continue;
          this.#save({ name, key }, timeoutSeconds, store.operations.splice(0));
        }
      },
    };
  }

  #open(collection: CollectionKey, now: number, timeoutSeconds: number): RecordedStore {
    const { name, key } = collection;
    const loaded = this.#loaded.get(idOf(collection));
    if (loaded === undefined) this.#missing.push(collection);
    if (loaded?.record === undefined) {
      const { variables } = createRecord(idOf(collection), key, timeoutSeconds, now);
      return new RecordedStore(name, variables, now);
    }
    return new RecordedStore(name, variablesOf(loaded.record, key, loaded.at, timeoutSeconds), now);
  }
}

function idOf({ name, key }: CollectionKey): string {
  return `${name}\n${key}`;
}

/** Returns the variables of a loaded record, built-in ones first, as in a record created here. */
function variablesOf(
  { age, idle, updates, variables: loaded }: LoadedRecord,
  key: ByteString,
  at: number,
  timeoutSeconds: number,
): ReturnType<typeof createVariables> {
  const variables = createVariables(MOST_BYTES);
  const put = (name: string, value: string | number): void =>
    putVariable(variables, name, String(value));
  const seconds = Math.floor(at / 1000) - Math.floor((at - age) / 1000);
  put('create_time', Math.floor((at - age) / 1000));
  put('is_new', 0);
  put('key', key.slice(0, MOST_BYTES / 2));
  put('last_update_time', Math.floor((at - idle) / 1000));
  put('timeout', timeoutSeconds);
  put('update_counter', updates);
  put('update_rate', seconds <= 0 ? 0 : Math.floor((60 * updates) / seconds));
  for (const each of loaded) putLoaded(variables, each, at);
  return variables;
}
