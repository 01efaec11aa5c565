/** Computes what transactions of a module start with from the exclusions of a host. */
import type { Exclusion } from '../collections/select.ts';
import type { ExcludedTarget, PreparedExclusions, RuleExclusion } from '../host/rule-exclusions.ts';
import { RuleIndexSet, type RuleRange } from './rule-index-set.ts';
import { TargetRemovals } from './target-removals.ts';
import type { IndexedRule } from './waf-definition.ts';

export function prepareExclusions(
  rules: readonly IndexedRule[],
  exclusions: readonly RuleExclusion[],
): PreparedExclusions {
  const removed = new RuleIndexSet();
  const targets = new TargetRemovals();
  const refused = new Set<number>();
  for (const exclusion of exclusions) {
    const named = rules.filter((rule) => isNamed(rule, exclusion));
    const isWhole = exclusion.targets === undefined;
    const possible = named.filter(([, , removable, excludable]) =>
      isWhole ? removable : excludable,
    );
    for (const rule of named) if (!possible.includes(rule)) refused.add(rule[1].id);
    const ranges = possible.map(([ruleIndex]): RuleRange => [ruleIndex, ruleIndex]);
    if (ranges.length === 0) continue;
    if (isWhole) removed.add(ranges);
    for (const target of exclusion.targets ?? [])
      targets.add({ rules: ranges, exclusion: exclusionOf(target) });
  }
  return {
    start: { removed: removed.bits, targets: targets.added.length === 0 ? undefined : targets },
    refused: [...refused],
  };
}

function isNamed([, { id, tags }]: IndexedRule, exclusion: RuleExclusion): boolean {
  return (
    exclusion.ids.some(([from, to]) => id >= from && id <= to) ||
    exclusion.tags.some((tag) => tags.includes(tag))
  );
}

function exclusionOf({ variable, key, isPrefix }: ExcludedTarget): Exclusion {
  if (key === undefined) return { variable, pick: { kind: 'All' } };
  if (!isPrefix) return { variable, pick: { kind: 'Key', key } };
  return { variable, pick: { kind: 'Pattern', test: (entry) => entry.startsWith(key) } };
}
