/** Persistent collections in memory, with expiry and a bound on their number. */
import type { ByteString } from '../byte-string.ts';
import { VariableStore } from '../variable-store.ts';
import type { CollectionSource, PersistentName } from './collection-source.ts';

type StoredCollection = {
  readonly variables: VariableStore;
  /** Milliseconds since the epoch. */
  lastUsed: number;
};

/** A record that is not used for the time-out goes away; beyond the bound the longest unused one does. */
export type MemoryOptions = { readonly timeoutSeconds: number; readonly maxRecords: number };

/** One per process and profile: hands out the collections of each transaction. */
export class MemoryCollections {
  readonly #options: MemoryOptions;
  /** Keyed by name and key; a Map keeps the order of use, oldest first. */
  readonly #records = new Map<string, StoredCollection>();

  constructor(options: MemoryOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#records.size;
  }

  /** The collections as one transaction sees them; `now` in milliseconds since the epoch. */
  source(now: number): CollectionSource {
    const opened = new Map<PersistentName, { key: ByteString; variables: VariableStore }>();
    return {
      open: (name, key) => {
        opened.set(name, { key, variables: this.#use(name, key, now) });
      },
      get: (name) => {
        const record = opened.get(name);
        if (record !== undefined) return record.variables;
        const unsaved = new VariableStore(name);
        opened.set(name, { key: '', variables: unsaved });
        return unsaved;
      },
      keyOf: (name) => opened.get(name)?.key ?? '',
    };
  }

  #use(name: PersistentName, key: ByteString, now: number): VariableStore {
    const id = `${name}\n${key}`;
    const stored = this.#records.get(id);
    const isLive =
      stored !== undefined && now - stored.lastUsed < this.#options.timeoutSeconds * 1000;
    const record = isLive ? stored : { variables: create(name, key, now), lastUsed: now };
    record.lastUsed = now;
    record.variables.sweep(now);
    this.#records.delete(id);
    this.#records.set(id, record);
    this.#evict();
    return record.variables;
  }

  #evict(): void {
    if (this.#records.size <= this.#options.maxRecords) return;
    const [oldest] = this.#records.keys();
    if (oldest !== undefined) this.#records.delete(oldest);
  }
}

/** The variables that ModSecurity keeps in every record (manual: Persistent Storage). */
function create(name: PersistentName, key: ByteString, now: number): VariableStore {
  const variables = new VariableStore(name);
  const seconds = String(Math.floor(now / 1000));
  variables.set('CREATE_TIME', seconds);
  variables.set('IS_NEW', '1');
  variables.set('KEY', key);
  variables.set('LAST_UPDATE_TIME', seconds);
  variables.set('UPDATE_COUNTER', '0');
  variables.set('UPDATE_RATE', '0');
  return variables;
}
