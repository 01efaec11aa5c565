/** Collections that rules write: TX and the persistent ones. Names are case-insensitive. */
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import { copyText } from '../bytes/copy-text.ts';
import { type Captures, capturedTexts } from './captures.ts';
import { changedValue } from './changed-value.ts';
import {
  createVariables,
  putVariable,
  removeVariable,
  type StoredVariable,
  type StoredVariables,
} from './stored-variables.ts';

/** The effect of deprecatevar, and its arguments. */
export type Deprecation = {
  readonly value: ByteString;
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly amount: number;
  readonly seconds: number;
};

/** The content of a store, as plain data. */
export type StoreState = {
  readonly variables: StoredVariables | undefined;
  readonly captures: readonly ByteString[];
  readonly hasDigits: boolean;
  readonly isChanged: boolean;
};

const NO_CAPTURES: readonly ByteString[] = [];

export class VariableStore {
  /** Name of the collection in MATCHED_VAR_NAME. */
  readonly variable: string;
  /** True when something was written through this store; other transactions may share its variables. */
  isChanged = false;
  /** Undefined: still empty. */
  #variables: StoredVariables | undefined;
  /** The captures "0" to "9" of the last match, stored separately because rules set them very often. */
  #captures: Captures = NO_CAPTURES;
  #hasDigits = false;

  constructor(variable: string, variables?: StoredVariables) {
    this.variable = variable;
    this.#variables = variables;
  }

  /** The content of the store; not a copy. */
  get state(): StoreState {
    const { isChanged } = this;
    const hasDigits = this.#hasDigits;
    return { variables: this.#variables, captures: this.#texts(), hasDigits, isChanged };
  }

  /** Takes over the content of `state`, which belongs to this store from now on. */
  restore({ variables, captures, hasDigits, isChanged }: StoreState): void {
    this.#variables = variables;
    this.#captures = captures;
    this.#hasDigits = hasDigits;
    this.isChanged = isChanged;
  }

  get(name: ByteString): ByteString | undefined {
    return this.read(lowerAscii(name));
  }

  /** Like `get`; `key` is in lower case. */
  protected read(key: ByteString): ByteString | undefined {
    const index = captureIndex(key);
    const capture = index === -1 ? undefined : this.#texts()[index];
    return capture ?? this.#variables?.byName.get(key)?.value;
  }

  /** Like `get`; the value may end after `most` bytes, so that a long capture need not be read to its end. */
  getBeginning(name: ByteString, most: number): ByteString | undefined {
    const captures = this.#captures;
    const index = captureIndex(name);
    if (index === -1 || typeof captures !== 'function') return this.get(name)?.slice(0, most);
    const texts = captures(most);
    const isWhole = texts.every(({ length }) => length < most);
    if (isWhole) this.#captures = texts;
    return texts[index]?.slice(0, most) ?? this.get(name);
  }

  set(name: ByteString, value: ByteString): void {
    this.write(lowerAscii(name), value);
  }

  /** Like `set`; `key` is in lower case. */
  protected write(key: ByteString, value: ByteString): void {
    if (captureIndex(key) !== -1) {
      this.#spill();
      this.#hasDigits = true;
    }
    this.isChanged = true;
    this.#put(key, value);
  }

  /** setvar:=+value and =-value, which change nothing where there is no number to change. */
  add(name: ByteString, value: ByteString, sign: 1 | -1): void {
    const key = lowerAscii(name);
    const changed = this.sum(key, value, sign);
    if (changed !== undefined) this.set(key, changed);
  }

  /** Returns the value that `add` would set; undefined: no change. */
  protected sum(name: ByteString, value: ByteString, sign: 1 | -1): ByteString | undefined {
    const changed = changedValue(this.get(name) ?? '', value, sign);
    // As in ModSecurity 2, counters of persistent collections do not go below 0.
    if (typeof changed === 'number' && changed < 0 && this.variable !== 'TX') return '0';
    return changed === undefined ? undefined : String(changed);
  }

  delete(name: ByteString): void {
    if (captureIndex(name) !== -1) this.#spill();
    this.isChanged = true;
    this.#remove(lowerAscii(name));
  }

  /** Sets "0" to "9" to the captures of a match and removes the variables with other digits. */
  setCaptures(captures: Captures): void {
    if (this.#hasDigits) {
      for (let index = 0; index <= 9; index += 1) this.#remove(`${index}`);
    }
    this.#hasDigits = false;
    this.#captures = captures;
  }

  /** Copies the captures: they are slices of the matched text, which keep all of it in memory. */
  copyCaptures(): void {
    this.#captures = this.#texts().map(copyText);
  }

  /** Returns the captured texts, computed once. */
  #texts(): readonly ByteString[] {
    const texts = capturedTexts(this.#captures);
    this.#captures = texts;
    return texts;
  }

  /** Moves the captures to ordinary variables, because they are read or written as such. */
  #spill(): void {
    const texts = this.#texts();
    if (texts.length === 0) return;
    this.#captures = NO_CAPTURES;
    this.#hasDigits = true;
    texts.forEach((value, index) => {
      this.#put(`${index}`, value);
    });
  }

  /** Sets the time (milliseconds since the epoch) at which an existing variable expires. */
  expireAt(name: ByteString, expires: number): void {
    this.#change(name, { expires });
  }

  /** Returns the time up to which deprecatevar has decreased the variable; undefined: it has not yet. */
  deprecatedUntil(name: ByteString): number | undefined {
    return this.#variables?.byName.get(lowerAscii(name))?.deprecated;
  }

  deprecateUntil(name: ByteString, deprecated: number): void {
    this.#change(name, { deprecated });
  }

  /** Sets the value to which deprecatevar has decreased the variable, and the time up to which it has. */
  deprecate(name: ByteString, { value, until }: Deprecation): void {
    this.set(name, value);
    this.deprecateUntil(name, until);
  }

  #change(name: ByteString, change: Partial<StoredVariable>): void {
    const byName = this.#variables?.byName;
    const variable = byName?.get(lowerAscii(name));
    if (byName === undefined || variable === undefined) return;
    this.isChanged = true;
    byName.set(variable.name, { ...variable, ...change });
  }

  /** All variables, in the order of first assignment. */
  get all(): Iterable<StoredVariable> {
    this.#spill();
    return this.#variables?.byName.values() ?? [];
  }

  /** Stores a value; `key` is in lower case. */
  #put(key: ByteString, value: ByteString): void {
    this.#variables ??= createVariables();
    putVariable(this.#variables, key, value);
  }

  #remove(key: ByteString): void {
    if (this.#variables !== undefined) removeVariable(this.#variables, key);
  }
}

/** Returns 0 to 9 for "0" to "9", otherwise -1. */
function captureIndex(name: ByteString): number {
  const digit = name.length === 1 ? name.charCodeAt(0) - 0x30 : -1;
  return digit >= 0 && digit <= 9 ? digit : -1;
}
