/** A set of rule slots (small whole numbers given by the compiler). */

export type SlotRange = readonly [from: number, to: number];

/** Empty sets cost one comparison: most transactions remove no rule. */
export class SlotSet {
  #words: Uint32Array | undefined;

  has(slot: number): boolean {
    if (this.#words === undefined) return false;
    return (((this.#words[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1;
  }

  /** Adds all slots of the ranges, both ends included. */
  add(ranges: readonly SlotRange[]): void {
    for (const [from, to] of ranges) {
      const words = this.#reserve(to);
      for (let slot = from; slot <= to; slot += 1) {
        words[slot >>> 5] = (words[slot >>> 5] ?? 0) | (1 << (slot & 31));
      }
    }
  }

  #reserve(slot: number): Uint32Array {
    const needed = (slot >>> 5) + 1;
    if (this.#words !== undefined && this.#words.length >= needed) return this.#words;
    const words = new Uint32Array(Math.max(needed, 32));
    if (this.#words !== undefined) words.set(this.#words);
    this.#words = words;
    return words;
  }
}
