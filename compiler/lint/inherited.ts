/** Reports rules with transformations that only SecDefaultAction names, because they have no t:none. */
import type { Link } from '../2-resolve/ruleset.ts';
import type { TransformationName } from '../language/transformations/index.ts';
import type { LintContext } from './context.ts';
import { rulesOfSet } from './locations.ts';
import * as problem from './problems.ts';

export function lintInherited({ ruleSet, diagnostics }: LintContext): void {
  // An update may have added the transformations intentionally.
  const updated = new Set(
    ruleSet.overrides.flatMap(({ ruleId, type }) => (type === 'action_changed' ? [ruleId] : [])),
  );
  for (const { id, links } of rulesOfSet(ruleSet)) {
    if (updated.has(id)) continue;
    for (const link of links) {
      const names = inheritedBy(link);
      const { written, span } = link;
      const location = written.kind === 'SecRule' ? written.operator.span : span;
      if (names.length > 0) diagnostics.report(problem.inheritedTransformation(names), location);
    }
  }
}

/** Returns the transformations in the list of the link before its own ones. */
function inheritedBy({ test, written }: Link): readonly TransformationName[] {
  if (test === undefined) return [];
  const own = written.actions.filter(({ name }) => name.text.toLowerCase() === 't');
  if (own.some(({ argument }) => argument?.text.toLowerCase() === 'none')) return [];
  return test.transformations.slice(0, test.transformations.length - own.length);
}
