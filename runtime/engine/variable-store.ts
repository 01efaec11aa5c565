/** Collections that rules write: TX and the persistent ones. Names are compared without case. */
import { type ByteString, lowerAscii } from './byte-string.ts';

export type StoredVariable = {
  readonly name: ByteString;
  readonly value: ByteString;
  /** Milliseconds since the epoch; undefined: lives as long as its collection. */
  readonly expires: number | undefined;
};

export class VariableStore {
  /** As MATCHED_VAR_NAME shows it. */
  readonly variable: string;
  readonly #variables = new Map<ByteString, StoredVariable>();

  constructor(variable: string) {
    this.variable = variable;
  }

  get(name: ByteString): ByteString | undefined {
    return this.#variables.get(lowerAscii(name))?.value;
  }

  set(name: ByteString, value: ByteString): void {
    const key = lowerAscii(name);
    this.#variables.set(key, { name: key, value, expires: this.#variables.get(key)?.expires });
  }

  delete(name: ByteString): void {
    this.#variables.delete(lowerAscii(name));
  }

  /** Sets the moment (milliseconds since the epoch) at which an existing variable goes away. */
  expireAt(name: ByteString, expires: number): void {
    const key = lowerAscii(name);
    const variable = this.#variables.get(key);
    if (variable !== undefined) this.#variables.set(key, { ...variable, expires });
  }

  /** Drops what has expired at `now`. */
  sweep(now: number): void {
    for (const [key, variable] of this.#variables) {
      if (variable.expires !== undefined && variable.expires <= now) this.#variables.delete(key);
    }
  }

  /** In the order of first assignment. */
  get all(): Iterable<StoredVariable> {
    return this.#variables.values();
  }

  get size(): number {
    return this.#variables.size;
  }
}
