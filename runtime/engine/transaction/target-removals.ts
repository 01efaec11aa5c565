/** What ctl has taken from rules for the rest of a transaction: entries that they no longer look at. */
import type { Entry } from '../collections/entry.ts';
import { type Exclusion, isExcluded, noExclusions } from '../collections/select.ts';
import { type SlotRange, SlotSet } from './rule-index-set.ts';

/** One ctl:ruleRemoveTarget*; the compiler has turned ids, tags and messages into slots of rules. */
export type TargetRemoval = {
  readonly slots: readonly SlotRange[];
  readonly exclusion: Exclusion;
};

export class TargetRemovals {
  readonly #removals: TargetRemoval[] = [];
  /** Rules that any of them reaches: most have nothing to look through. */
  readonly #slots = new SlotSet();

  /** Each object counts once, however often its rule matches. */
  add(removal: TargetRemoval): void {
    if (this.#removals.includes(removal)) return;
    this.#removals.push(removal);
    this.#slots.add(removal.slots);
  }

  /** What is taken from the rule at `slot`. */
  of(slot: number): readonly Exclusion[] {
    if (!this.#slots.has(slot)) return noExclusions;
    return this.#removals
      .filter(({ slots }) => holds(slots, slot))
      .map(({ exclusion }) => exclusion);
  }

  /** True when this entry is taken from the rule at `slot`. */
  has(slot: number, { variable, foldedKey }: Entry): boolean {
    return this.#slots.has(slot) && isExcluded(variable, foldedKey, this.of(slot));
  }
}

function holds(slots: readonly SlotRange[], slot: number): boolean {
  for (const [from, to] of slots) if (slot >= from && slot <= to) return true;
  return false;
}
