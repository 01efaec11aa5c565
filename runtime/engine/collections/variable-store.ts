/** Collections that rules write: TX and the persistent ones. Names are compared without case. */

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

/** What deprecatevar does, and its arguments. */
export type Deprecation = {
  readonly value: ByteString;
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly amount: number;
  readonly seconds: number;
};

/** What is in a store, as plain data. */
export type StoreState = {
  readonly variables: StoredVariables | undefined;
  readonly captures: readonly ByteString[];
  readonly hasDigits: boolean;
  readonly isChanged: boolean;
};

const NO_CAPTURES: readonly ByteString[] = [];

export class VariableStore {
  /** As MATCHED_VAR_NAME shows it. */
  readonly variable: string;
  /** Something was written through this store; other transactions may share its variables. */
  isChanged = false;
  /** Undefined: nothing is in it yet. */
  #variables: StoredVariables | undefined;
  /** What the last capturing match stored under "0" to "9": stored separately, since rules do it all the time. */
  #captures: Captures = NO_CAPTURES;
  #hasDigits = false;

  constructor(variable: string, variables?: StoredVariables) {
    this.variable = variable;
    this.#variables = variables;
  }

  /** Not a copy. */
  get state(): StoreState {
    const { isChanged } = this;
    const hasDigits = this.#hasDigits;
    return { variables: this.#variables, captures: this.#texts(), hasDigits, isChanged };
  }

  /** Takes over what `state` holds; it is this store's from now on. */
  restore({ variables, captures, hasDigits, isChanged }: StoreState): void {
    this.#variables = variables;
    this.#captures = captures;
    this.#hasDigits = hasDigits;
    this.isChanged = isChanged;
  }

  get(name: ByteString): ByteString | undefined {
    const index = captureIndex(name);
    const capture = index === -1 ? undefined : this.#texts()[index];
    if (capture !== undefined) return capture;
    return this.#variables?.byName.get(lowerAscii(name))?.value;
  }

  set(name: ByteString, value: ByteString): void {
    if (captureIndex(name) !== -1) {
      this.#spill();
      this.#hasDigits = true;
    }
    this.isChanged = true;
    this.#put(lowerAscii(name), value);
  }

  /** setvar:=+value and =-value, which change nothing where there is no number to change. */
  add(name: ByteString, value: ByteString, sign: 1 | -1): void {
    const changed = this.sum(name, value, sign);
    if (changed !== undefined) this.set(name, changed);
  }

  /** What `add` makes of the variable; undefined: it stays as it is. */
  protected sum(name: ByteString, value: ByteString, sign: 1 | -1): ByteString | undefined {
    const changed = changedValue(this.get(name) ?? '', value, sign);
    // As in ModSecurity 2, counters that last do not go below 0.
    if (typeof changed === 'number' && changed < 0 && this.variable !== 'TX') return '0';
    return changed === undefined ? undefined : String(changed);
  }

  delete(name: ByteString): void {
    if (captureIndex(name) !== -1) this.#spill();
    this.isChanged = true;
    this.#remove(lowerAscii(name));
  }

  /** "0" to "9" become what a match has captured, those beyond them go away. */
  setCaptures(captures: Captures): void {
    if (this.#hasDigits) {
      for (let index = 0; index <= 9; index += 1) this.#remove(`${index}`);
    }
    this.#hasDigits = false;
    this.#captures = captures;
  }

  /** Captures are pieces of the text that matched, and keep all of it in memory. */
  copyCaptures(): void {
    this.#captures = this.#texts().map(copyText);
  }

  /** What has been captured, worked out once. */
  #texts(): readonly ByteString[] {
    const texts = capturedTexts(this.#captures);
    this.#captures = texts;
    return texts;
  }

  /** Captures that are read or written as ordinary variables become such. */
  #spill(): void {
    const texts = this.#texts();
    if (texts.length === 0) return;
    this.#captures = NO_CAPTURES;
    this.#hasDigits = true;
    texts.forEach((value, index) => {
      this.#put(`${index}`, value);
    });
  }

  /** Sets the moment (milliseconds since the epoch) at which an existing variable goes away. */
  expireAt(name: ByteString, expires: number): void {
    this.#change(name, { expires });
  }

  /** Until when deprecatevar has brought the variable down; undefined: it has not yet. */
  deprecatedUntil(name: ByteString): number | undefined {
    return this.#variables?.byName.get(lowerAscii(name))?.deprecated;
  }

  deprecateUntil(name: ByteString, deprecated: number): void {
    this.#change(name, { deprecated });
  }

  /** deprecatevar has brought the variable down to `value`, until `until`. */
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

  /** In the order of first assignment. */
  get all(): Iterable<StoredVariable> {
    this.#spill();
    return this.#variables?.byName.values() ?? [];
  }

  /** `key` is in lower case. */
  #put(key: ByteString, value: ByteString): void {
    this.#variables ??= createVariables();
    putVariable(this.#variables, key, value);
  }

  #remove(key: ByteString): void {
    if (this.#variables !== undefined) removeVariable(this.#variables, key);
  }
}

/** 0 to 9 for "0" to "9", else -1. */
function captureIndex(name: ByteString): number {
  const digit = name.length === 1 ? name.charCodeAt(0) - 0x30 : -1;
  return digit >= 0 && digit <= 9 ? digit : -1;
}
