/** Pairs each folded link with the resolved link from which the passes derived it. */
import type { Link as ResolvedLink, RuleSet } from '../2-resolve/ruleset.ts';
import type { Link, Program } from './program.ts';

export type LinkPair = { readonly folded: Link; readonly written: ResolvedLink };

/** Returns the pairs for all rules that are left in `program`, phase by phase. */
export function linkPairs(ruleSet: RuleSet, program: Program): readonly LinkPair[] {
  const rules = new Map(
    ruleSet.entries.flatMap((entry) => (entry.kind === 'Rule' ? [[entry.id, entry.links]] : [])),
  );
  return program.phases
    .flatMap(({ steps }) => steps)
    .flatMap((step) => {
      if (step.kind !== 'Rule') return [];
      const links = rules.get(step.info.id) ?? [];
      return step.links.flatMap((folded, index) => {
        const written = links[index];
        return written === undefined ? [] : [{ folded, written }];
      });
    });
}
