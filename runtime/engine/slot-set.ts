/** A set of rule slots (small whole numbers given by the compiler). */

export type SlotRange = readonly [from: number, to: number];

/** Bits a word: plain small integers, since a typed array of this size is made outside of the heap. */
const SLOTS_PER_WORD = 30;

/** Empty sets cost one comparison: most transactions remove no rule. */
export class SlotSet {
  #words: number[] | undefined;

  has(slot: number): boolean {
    if (this.#words === undefined) return false;
    const word = this.#words[Math.floor(slot / SLOTS_PER_WORD)] ?? 0;
    return (word & (1 << (slot % SLOTS_PER_WORD))) !== 0;
  }

  /** Adds all slots of the ranges, both ends included. */
  add(ranges: readonly SlotRange[]): void {
    this.#words ??= [];
    for (const [from, to] of ranges) {
      for (let slot = from; slot <= to; slot += 1) add(this.#words, slot);
    }
  }
}

function add(words: number[], slot: number): void {
  const word = Math.floor(slot / SLOTS_PER_WORD);
  while (words.length <= word) words.push(0);
  words[word] = (words[word] ?? 0) | (1 << (slot % SLOTS_PER_WORD));
}
