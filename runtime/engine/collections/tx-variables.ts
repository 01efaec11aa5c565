/** TX: variables that the compiler knows by name are in numbered registers, the others in a store by name. */
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import { parseInteger } from '../bytes/parse-integer.ts';
import { cutValue } from './stored-variables.ts';
import { VariableStore } from './variable-store.ts';

/** A number is a whole one up to 2^53 and stands for its decimal text; undefined: unset. */
export type RegisterValue = ByteString | number | undefined;

/** The registers of a module: the same for all its transactions. */
export type RegisterNames = {
  /** By name in lower case. */
  readonly registers: ReadonlyMap<ByteString, number>;
  /** What a transaction starts with. */
  readonly unset: readonly RegisterValue[];
};

/** `names` in lower case: the first one has register 0. */
export function loadRegisterNames(names: readonly ByteString[]): RegisterNames {
  return {
    registers: new Map(names.map((name, register) => [name, register])),
    unset: names.map(() => undefined),
  };
}

/**
 * Emitted code reads and writes `registers` itself; names known only at run time find them here. `all`
 * does not include them: the compiler assigns no register to a variable that some rule may enumerate or let expire.
 */
export class TxVariables extends VariableStore {
  readonly registers: RegisterValue[];
  readonly #registerOf: ReadonlyMap<ByteString, number>;

  constructor({ registers, unset }: RegisterNames) {
    super('TX');
    this.registers = unset.slice();
    this.#registerOf = registers;
  }

  override get(name: ByteString): ByteString | undefined {
    const register = this.#registerOf.get(lowerAscii(name));
    return register === undefined ? super.get(name) : registerText(this.registers[register]);
  }

  override set(name: ByteString, value: ByteString): void {
    const register = this.#registerOf.get(lowerAscii(name));
    if (register === undefined) super.set(name, value);
    else this.registers[register] = cutValue(value);
  }

  override delete(name: ByteString): void {
    const register = this.#registerOf.get(lowerAscii(name));
    if (register === undefined) super.delete(name);
    else this.registers[register] = undefined;
  }
}

/** The text of a value, undefined when unset. */
export function registerText(value: RegisterValue): ByteString | undefined {
  return typeof value === 'number' ? String(value) : value;
}

/** The value as rules compare it: junk and unset are 0. */
export function registerNumber(value: RegisterValue): number {
  if (typeof value === 'number') return value;
  return value === undefined ? 0 : parseInteger(value);
}
