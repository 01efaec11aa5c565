/** What ctl has taken from rules for the rest of a transaction: entries that they no longer look at. */
import type { Entry } from '../collections/entry.ts';
import { type Exclusion, isExcluded, noExclusions } from '../collections/select.ts';
import { inRanges, RuleIndexSet, type RuleRange } from './rule-index-set.ts';

/** One ctl:ruleRemoveTarget*; the compiler has turned ids, tags and messages into ranges of rule indexes. */
export type TargetRemoval = {
  readonly rules: readonly RuleRange[];
  readonly exclusion: Exclusion;
};

export class TargetRemovals {
  readonly #removals: TargetRemoval[] = [];
  /** Rules that any of them reaches: most have nothing to look through. */
  readonly #rules = new RuleIndexSet();

  get all(): readonly TargetRemoval[] {
    return this.#removals;
  }

  /** Each object counts once, however often its rule matches. */
  add(removal: TargetRemoval): void {
    if (this.#removals.includes(removal)) return;
    this.#removals.push(removal);
    this.#rules.add(removal.rules);
  }

  /** The exclusions of the rule at `ruleIndex`. */
  of(ruleIndex: number): readonly Exclusion[] {
    if (!this.#rules.has(ruleIndex)) return noExclusions;
    return this.#removals
      .filter(({ rules }) => inRanges(rules, ruleIndex))
      .map(({ exclusion }) => exclusion);
  }

  /** True when this entry is excluded for the rule at `ruleIndex`. */
  has(ruleIndex: number, { variable, foldedKey }: Entry): boolean {
    return this.#rules.has(ruleIndex) && isExcluded(variable, foldedKey, this.of(ruleIndex));
  }
}
