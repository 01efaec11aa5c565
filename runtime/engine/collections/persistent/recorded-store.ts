/** A copy of a persistent collection that records the operations of a transaction on it. */
import { type ByteString, lowerAscii } from '../../bytes/byte-string.ts';
import { WHOLE_NUMBER } from '../changed-value.ts';
import type { StoredVariables } from '../stored-variables.ts';
import { type Deprecation, VariableStore } from '../variable-store.ts';
import { addedValue, type Operation } from './operation.ts';

/** The built-in variables of every record, set when it is loaded. Rules may set `timeout`, so it is not among them. */
const BUILT_IN: ReadonlySet<ByteString> = new Set([
  'create_time',
  'is_new',
  'key',
  'last_update_time',
  'update_counter',
  'update_rate',
]);

export class RecordedStore extends VariableStore {
  readonly operations: Operation[] = [];
  /** Milliseconds since the epoch. */
  readonly #now: number;

  constructor(variable: string, variables: StoredVariables, now: number) {
    super(variable, variables);
    this.#now = now;
  }

  override set(name: ByteString, value: ByteString): void {
    super.set(name, value);
    // A full record may not store the value.
    const stored = this.get(name);
    if (stored !== undefined) this.#record({ kind: 'Set', name: lowerAscii(name), value: stored });
  }

  /** Adds to a counter, which does not go below 0. A value that is no number is set as written. */
  override add(name: ByteString, value: ByteString, sign: 1 | -1): void {
    if (value !== '' && !WHOLE_NUMBER.test(value)) {
      super.add(name, value, sign);
      return;
    }
    const amount = sign * Number(value);
    const sum = addedValue(this.get(name) ?? '', amount);
    if (sum === undefined) return;
    super.set(name, sum);
    this.#record({ kind: 'Add', name: lowerAscii(name), amount });
  }

  override delete(name: ByteString): void {
    super.delete(name);
    this.#record({ kind: 'Delete', name: lowerAscii(name) });
  }

  override expireAt(name: ByteString, expires: number): void {
    super.expireAt(name, expires);
    const milliseconds = expires - this.#now;
    this.#record({ kind: 'Expire', name: lowerAscii(name), milliseconds });
  }

  override deprecate(name: ByteString, deprecation: Deprecation): void {
    const { value, until, amount, seconds } = deprecation;
    super.set(name, value);
    super.deprecateUntil(name, until);
    const milliseconds = seconds * 1000;
    this.#record({ kind: 'Deprecate', name: lowerAscii(name), amount, milliseconds });
  }

  #record(operation: Operation): void {
    if (!BUILT_IN.has(operation.name)) this.operations.push(operation);
  }
}
