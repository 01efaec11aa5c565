/** TX: variables that the compiler knows by name are in numbered registers, others in a store by name. */
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import { parseInteger } from '../bytes/parse-integer.ts';
import { changedValue } from './changed-value.ts';
import { cutValue } from './stored-variables.ts';
import { VariableStore } from './variable-store.ts';

/** A number is an integer up to 2^53 and stands for its decimal text; undefined: unset. */
export type RegisterValue = ByteString | number | undefined;

/** The register numbers of a module, shared by all its transactions. */
export type RegisterNames = {
  /** Name in lower case -> register. */
  readonly registers: ReadonlyMap<ByteString, number>;
  /** Initial values of the registers of a transaction. */
  readonly unset: readonly RegisterValue[];
};

/** Assigns the registers. `names`: in lower case; the first one gets register 0. */
export function loadRegisterNames(names: readonly ByteString[]): RegisterNames {
  return {
    registers: new Map(names.map((name, register) => [name, register])),
    unset: names.map(() => undefined),
  };
}

/**
 * Emitted code accesses `registers` directly; names known only at run time are looked up here. `all` does not include
 * registers: the compiler assigns none to a variable that some rule may enumerate or let expire.
 */
export class TxVariables extends VariableStore {
  readonly registers: RegisterValue[];
  readonly #registerOf: ReadonlyMap<ByteString, number>;

  constructor({ registers, unset }: RegisterNames) {
    super('TX');
    this.registers = unset.slice();
    this.#registerOf = registers;
  }

  protected override read(key: ByteString): ByteString | undefined {
    const register = this.#registerOf.get(key);
    return register === undefined ? super.read(key) : registerText(this.registers[register]);
  }

  protected override write(key: ByteString, value: ByteString): void {
    const register = this.#registerOf.get(key);
    if (register === undefined) super.write(key, value);
    else this.registers[register] = cutValue(value);
  }

  /** Names may be long and many: those of arguments, of which rules count each. */
  override add(name: ByteString, value: ByteString, sign: 1 | -1): void {
    const key = lowerAscii(name);
    const changed = changedValue(this.read(key) ?? '', value, sign);
    if (changed !== undefined) this.write(key, String(changed));
  }

  override delete(name: ByteString): void {
    const register = this.#registerOf.get(lowerAscii(name));
    if (register === undefined) super.delete(name);
    else this.registers[register] = undefined;
  }
}

/** Returns the text of a value, undefined when unset. */
export function registerText(value: RegisterValue): ByteString | undefined {
  return typeof value === 'number' ? String(value) : value;
}

/** Returns the value as rules compare it: unset and other text count as 0. */
export function registerNumber(value: RegisterValue): number {
  if (typeof value === 'number') return value;
  return value === undefined ? 0 : parseInteger(value);
}
