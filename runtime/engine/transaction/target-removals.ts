/** Targets that ctl removes from rules for the rest of a transaction: entries that the rules no longer inspect. */
import type { Entry } from '../collections/entry.ts';
import { type Exclusion, isExcluded, noExclusions } from '../collections/select.ts';
import type { RemovedTargets } from '../host/rule-exclusions.ts';
import { inRanges, RuleIndexSet, type RuleRange } from './rule-index-set.ts';

/** One ctl:ruleRemoveTarget*. The compiler has turned ids, tags and messages into ranges of rule indexes. */
export type TargetRemoval = {
  readonly rules: readonly RuleRange[];
  readonly exclusion: Exclusion;
};

export class TargetRemovals {
  /** What the host excluded before the transaction; shared by all its transactions. */
  readonly #base: RemovedTargets | undefined;
  readonly #removals: TargetRemoval[] = [];
  /** Rules that some removal applies to; for all others no list is searched. */
  readonly #rules = new RuleIndexSet();
  /** By rule index; computed at first use. */
  readonly #exclusions = new Map<number, readonly Exclusion[]>();

  constructor(base?: RemovedTargets) {
    this.#base = base;
  }

  /** The removals added by rules, without those of the host. */
  get added(): readonly TargetRemoval[] {
    return this.#removals;
  }

  /** Adds a removal. The same object is added once, however often its rule matches. */
  add(removal: TargetRemoval): void {
    if (this.#removals.includes(removal)) return;
    this.#removals.push(removal);
    this.#rules.add(removal.rules);
    this.#exclusions.clear();
  }

  /** Returns the exclusions of the rule at `ruleIndex`. */
  of(ruleIndex: number): readonly Exclusion[] {
    const before = this.#base?.of(ruleIndex) ?? noExclusions;
    if (!this.#rules.has(ruleIndex)) return before;
    const known = this.#exclusions.get(ruleIndex);
    if (known !== undefined) return known;
    const own = this.#removals.filter(({ rules }) => inRanges(rules, ruleIndex));
    const all = [...before, ...own.map(({ exclusion }) => exclusion)];
    this.#exclusions.set(ruleIndex, all);
    return all;
  }

  /** Returns whether this entry is excluded for the rule at `ruleIndex`. */
  has(ruleIndex: number, entry: Entry): boolean {
    const { variable, key } = entry;
    if (this.#rules.has(ruleIndex)) return isExcluded(variable, key, this.of(ruleIndex));
    return this.#base?.has(ruleIndex, entry) ?? false;
  }
}
