/** A set of rule slots (small whole numbers given by the compiler). */
import { hasBit, setBit } from '../bytes/bit-words.ts';

export type SlotRange = readonly [from: number, to: number];

/** Empty sets cost one comparison: most transactions remove no rule. */
export class SlotSet {
  #bits: number[] | undefined;

  has(slot: number): boolean {
    return this.#bits !== undefined && hasBit(this.#bits, slot);
  }

  /** Adds all slots of the ranges, both ends included. */
  add(ranges: readonly SlotRange[]): void {
    this.#bits ??= [];
    for (const [from, to] of ranges) {
      for (let slot = from; slot <= to; slot += 1) setBit(this.#bits, slot);
    }
  }
}
