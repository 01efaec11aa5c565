/** TX: variables that the compiler knows by name live in slots, the others in a store by name. */
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import { parseInteger } from '../bytes/parse-integer.ts';
import { cutValue } from './stored-variables.ts';
import { VariableStore } from './variable-store.ts';

/** A number is a whole one up to 2^53 and stands for its decimal text; undefined: unset. */
export type SlotValue = ByteString | number | undefined;

/** The slots of a module: the same for all its transactions. */
export type SlotNames = {
  /** By name in lower case. */
  readonly slots: ReadonlyMap<ByteString, number>;
  /** What a transaction starts with. */
  readonly unset: readonly SlotValue[];
};

/** `names` in lower case: the first one has slot 0. */
export function loadSlotNames(names: readonly ByteString[]): SlotNames {
  return {
    slots: new Map(names.map((name, slot) => [name, slot])),
    unset: names.map(() => undefined),
  };
}

/**
 * Emitted code reads and writes `slots` itself; names that only a request tells find them here. `all`
 * has no slots in it: the compiler gives none to a variable that some rule may enumerate or let expire.
 */
export class TxVariables extends VariableStore {
  readonly slots: SlotValue[];
  readonly #slotOf: ReadonlyMap<ByteString, number>;

  constructor({ slots, unset }: SlotNames) {
    super('TX');
    this.slots = unset.slice();
    this.#slotOf = slots;
  }

  override get(name: ByteString): ByteString | undefined {
    const slot = this.#slotOf.get(lowerAscii(name));
    return slot === undefined ? super.get(name) : slotText(this.slots[slot]);
  }

  override set(name: ByteString, value: ByteString): void {
    const slot = this.#slotOf.get(lowerAscii(name));
    if (slot === undefined) super.set(name, value);
    else this.slots[slot] = cutValue(value);
  }

  override delete(name: ByteString): void {
    const slot = this.#slotOf.get(lowerAscii(name));
    if (slot === undefined) super.delete(name);
    else this.slots[slot] = undefined;
  }
}

/** The text of a value, undefined when unset. */
export function slotText(value: SlotValue): ByteString | undefined {
  return typeof value === 'number' ? String(value) : value;
}

/** The value as rules compare it: junk and unset are 0. */
export function slotNumber(value: SlotValue): number {
  if (typeof value === 'number') return value;
  return value === undefined ? 0 : parseInteger(value);
}
