/** What ctl has taken from rules for the rest of a transaction: entries that they no longer look at. */
import type { Entry } from '../collections/entry.ts';
import { type Exclusion, isExcluded, noExclusions } from '../collections/select.ts';
import type { RemovedTargets } from '../host/rule-exclusions.ts';
import { inRanges, RuleIndexSet, type RuleRange } from './rule-index-set.ts';

/** One ctl:ruleRemoveTarget*; the compiler has turned ids, tags and messages into ranges of rule indexes. */
export type TargetRemoval = {
  readonly rules: readonly RuleRange[];
  readonly exclusion: Exclusion;
};

export class TargetRemovals {
  /** What a host had excluded before; all its transactions share it. */
  readonly #base: RemovedTargets | undefined;
  readonly #removals: TargetRemoval[] = [];
  /** Rules that any of them reaches: most have nothing to look through. */
  readonly #rules = new RuleIndexSet();

  constructor(base?: RemovedTargets) {
    this.#base = base;
  }

  /** Without those of the host. */
  get added(): readonly TargetRemoval[] {
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
    const before = this.#base?.of(ruleIndex) ?? noExclusions;
    if (!this.#rules.has(ruleIndex)) return before;
    const own = this.#removals.filter(({ rules }) => inRanges(rules, ruleIndex));
    return [...before, ...own.map(({ exclusion }) => exclusion)];
  }

  /** True when this entry is excluded for the rule at `ruleIndex`. */
  has(ruleIndex: number, entry: Entry): boolean {
    const { variable, foldedKey } = entry;
    if (this.#rules.has(ruleIndex)) return isExcluded(variable, foldedKey, this.of(ruleIndex));
    return this.#base?.has(ruleIndex, entry) ?? false;
  }
}
