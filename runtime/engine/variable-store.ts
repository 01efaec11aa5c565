/** Collections that rules write: TX and the persistent ones. Names are compared without case. */
import { type ByteString, lowerAscii } from './byte-string.ts';
import {
  createVariables,
  putVariable,
  removeVariable,
  type StoredVariable,
  type StoredVariables,
} from './stored-variables.ts';

export class VariableStore {
  /** As MATCHED_VAR_NAME shows it. */
  readonly variable: string;
  /** Something was written through this store; other transactions may share its variables. */
  isChanged = false;
  readonly #variables: StoredVariables;
  /** What the last capturing match stored under "0" to "9": kept apart, since rules do it all the time. */
  #captures: readonly ByteString[] = [];
  #hasDigits = false;

  constructor(variable: string, variables: StoredVariables = createVariables()) {
    this.variable = variable;
    this.#variables = variables;
  }

  get(name: ByteString): ByteString | undefined {
    const capture = name.length === 1 ? this.#captures[captureIndex(name)] : undefined;
    if (capture !== undefined) return capture;
    return this.#variables.byName.get(lowerAscii(name))?.value;
  }

  set(name: ByteString, value: ByteString): void {
    if (captureIndex(name) !== -1) {
      if (this.#captures.length > 0) this.#spill();
      this.#hasDigits = true;
    }
    this.isChanged = true;
    putVariable(this.#variables, lowerAscii(name), value);
  }

  delete(name: ByteString): void {
    if (this.#captures.length > 0 && captureIndex(name) !== -1) this.#spill();
    this.isChanged = true;
    removeVariable(this.#variables, lowerAscii(name));
  }

  /** "0" to "9" become `texts`, those beyond them go away. */
  setCaptures(texts: readonly ByteString[]): void {
    if (this.#hasDigits) {
      for (let index = 0; index <= 9; index += 1) removeVariable(this.#variables, `${index}`);
    }
    this.#hasDigits = false;
    this.#captures = texts;
  }

  /** Captures that are read or written as ordinary variables become such. */
  #spill(): void {
    const captures = this.#captures;
    this.#captures = [];
    this.#hasDigits = true;
    captures.forEach((value, index) => {
      putVariable(this.#variables, `${index}`, value);
    });
  }

  /** Sets the moment (milliseconds since the epoch) at which an existing variable goes away. */
  expireAt(name: ByteString, expires: number): void {
    this.#change(name, { expires });
  }

  /** Until when deprecatevar has brought the variable down; undefined: it has not yet. */
  deprecatedUntil(name: ByteString): number | undefined {
    return this.#variables.byName.get(lowerAscii(name))?.deprecated;
  }

  deprecateUntil(name: ByteString, deprecated: number): void {
    this.#change(name, { deprecated });
  }

  #change(name: ByteString, change: Partial<StoredVariable>): void {
    const { byName } = this.#variables;
    const variable = byName.get(lowerAscii(name));
    if (variable === undefined) return;
    this.isChanged = true;
    byName.set(variable.name, { ...variable, ...change });
  }

  /** In the order of first assignment. */
  get all(): Iterable<StoredVariable> {
    if (this.#captures.length > 0) this.#spill();
    return this.#variables.byName.values();
  }
}

/** 0 to 9 for "0" to "9", else -1. */
function captureIndex(name: ByteString): number {
  const digit = name.length === 1 ? name.charCodeAt(0) - 0x30 : -1;
  return digit >= 0 && digit <= 9 ? digit : -1;
}
