/** Writes to persistent collections that another thread has recorded, and their replay in this thread. */
import type { ByteString } from '../../bytes/byte-string.ts';
import { type Deprecation, VariableStore } from '../variable-store.ts';
import type { CollectionWrite, PersistentName } from './collection-source.ts';

/** Replays the writes on the collections, which other transactions may have changed since the copies were made. */
export function writeTo(
  collection: (name: PersistentName) => VariableStore,
  writes: readonly CollectionWrite[],
): void {
  for (const write of writes) {
    const store = collection(write.name);
    switch (write.kind) {
      case 'Set':
        store.set(write.variable, write.value);
        break;
      case 'Add':
        store.add(write.variable, write.value, write.sign);
        break;
      case 'Delete':
        store.delete(write.variable);
        break;
      case 'Expire':
        store.expireAt(write.variable, write.at);
        break;
      case 'Deprecate':
        store.deprecate(write.variable, write.deprecation);
        break;
    }
  }
}

/** A copy of a collection that records the writes to it. */
export class NotingStore extends VariableStore {
  readonly #name: PersistentName;
  readonly #note: (write: CollectionWrite) => void;

  constructor(name: PersistentName, note: (write: CollectionWrite) => void) {
    super(name);
    this.#name = name;
    this.#note = note;
  }

  override set(variable: ByteString, value: ByteString): void {
    this.#note({ kind: 'Set', name: this.#name, variable, value });
    super.set(variable, value);
  }

  /** Recorded as an addition, so that the counts of two concurrent transactions add up. */
  override add(variable: ByteString, value: ByteString, sign: 1 | -1): void {
    this.#note({ kind: 'Add', name: this.#name, variable, value, sign });
    const changed = this.sum(variable, value, sign);
    if (changed !== undefined) super.set(variable, changed);
  }

  override delete(variable: ByteString): void {
    this.#note({ kind: 'Delete', name: this.#name, variable });
    super.delete(variable);
  }

  override expireAt(variable: ByteString, at: number): void {
    this.#note({ kind: 'Expire', name: this.#name, variable, at });
    super.expireAt(variable, at);
  }

  override deprecate(variable: ByteString, deprecation: Deprecation): void {
    this.#note({ kind: 'Deprecate', name: this.#name, variable, deprecation });
    super.set(variable, deprecation.value);
    super.deprecateUntil(variable, deprecation.until);
  }
}
