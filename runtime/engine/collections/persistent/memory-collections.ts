/** Persistent collections in memory, with expiry and a limit on their number and size. */
import type { ByteString } from '../../bytes/byte-string.ts';
import { VariableStore } from '../variable-store.ts';
import {
  type CollectionRecord,
  createRecord,
  isUnexpired,
  RECORD_LIMITS,
  type RecordLimits,
  reopenRecord,
  updateRecord,
} from './collection-record.ts';
import type {
  CollectionSource,
  CollectionStore,
  OpenedCollection,
  PersistentName,
} from './collection-source.ts';
import { writeTo } from './collection-writes.ts';

type Opened = {
  readonly name: PersistentName;
  readonly key: ByteString;
  readonly store: VariableStore;
  /** undefined: rules write to the collection without having opened a record. */
  readonly record: CollectionRecord | undefined;
};

function stateOf({ name, key, store }: Opened): OpenedCollection {
  return { name, key, store: store.state };
}

/** The collections of one process and profile. When a limit is exceeded, the least recently used record is removed. */
export class MemoryCollections implements CollectionStore {
  readonly #limits: RecordLimits;
  /** In the order of use, the least recently used first. */
  readonly #records = new Map<string, CollectionRecord>();
  #bytes = 0;

  constructor(limits: RecordLimits = RECORD_LIMITS) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#records.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  clear(): void {
    this.#records.clear();
    this.#bytes = 0;
  }

  source(now: number, timeoutSeconds: number): CollectionSource {
    const all: Opened[] = [];
    const find = (name: PersistentName): Opened | undefined =>
      all.findLast((opened) => opened.name === name);
    const add = (opened: Opened): Opened => {
      all.push(opened);
      return opened;
    };
    const get = (name: PersistentName): VariableStore => {
      const opened =
        find(name) ?? add({ name, key: '', record: undefined, store: new VariableStore(name) });
      return opened.store;
    };
    return {
      open: (name, key) => {
        const record = this.#use(name, key, now, timeoutSeconds);
        return stateOf(
          add({ name, key, record, store: new VariableStore(name, record.variables) }),
        );
      },
      get,
      state: () => ({ opened: all.map(stateOf), writes: [] }),
      write: (writes) => writeTo(get, writes),
      keyOf: (name) => find(name)?.key ?? '',
      save: () => {
        for (const { record, store } of all) {
          if (record !== undefined && store.isChanged) this.#save(record, now);
          store.isChanged = false;
        }
      },
    };
  }

  #use(
    name: PersistentName,
    key: ByteString,
    now: number,
    timeoutSeconds: number,
  ): CollectionRecord {
    const id = `${name}\n${key}`;
    const known = this.#records.get(id);
    if (known !== undefined) this.#remove(known);
    const isKnown = known !== undefined && isUnexpired(known, now);
    if (isKnown) reopenRecord(known, now);
    const record = isKnown ? known : createRecord(id, key, timeoutSeconds, now);
    this.#records.set(id, record);
    this.#count(record);
    return record;
  }

  #save(record: CollectionRecord, now: number): void {
    updateRecord(record, now);
    if (this.#records.get(record.id) === record) this.#count(record);
  }

  #count(record: CollectionRecord): void {
    const bytes = record.id.length + record.variables.bytes;
    this.#bytes += bytes - record.counted;
    record.counted = bytes;
    const { maxRecords, maxBytes } = this.#limits;
    for (const oldest of this.#records.values()) {
      if (this.#records.size <= maxRecords && this.#bytes <= maxBytes) return;
      this.#remove(oldest);
    }
  }

  #remove(record: CollectionRecord): void {
    this.#bytes -= record.counted;
    record.counted = 0;
    this.#records.delete(record.id);
  }
}
