/** Checks `ver`, the release of the rule set to which a rule belongs. */
import type { RuleSet } from '../../2-resolve/ruleset.ts';
import type { LintContext } from '../context.ts';
import { actionSpan } from '../locations.ts';
import { crsRulesOf } from './crs-rules.ts';
import * as problem from './problems.ts';

export function lintVersions({ ruleSet, diagnostics }: LintContext): void {
  const releases = releasesOf(ruleSet);
  for (const { links, metadata } of crsRulesOf(ruleSet)) {
    const [head] = links;
    const { ver } = metadata;
    const expected = releases.get(productOf(ver));
    if (ver === '') diagnostics.report(problem.missingVersion(), actionSpan(head, 'id'));
    else if (expected !== undefined && expected !== ver) {
      diagnostics.report(problem.versionMismatch(ver, expected), actionSpan(head, 'ver'));
    }
  }
}

/** Returns OWASP_CRS for OWASP_CRS/4.28.0. A plugin has its own name and releases. */
function productOf(version: string): string {
  return version.replace(/\/.*$/, '');
}

/** Returns for each product the version in SecComponentSignature, or else that of most of its rules. */
function releasesOf(ruleSet: RuleSet): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const { metadata } of crsRulesOf(ruleSet)) {
    counts.set(metadata.ver, (counts.get(metadata.ver) ?? 0) + 1);
  }
  const byCount = [...counts].toSorted(([, left], [, right]) => left - right);
  const stated = [...byCount.map(([version]) => version), ...ruleSet.settings.componentSignatures];
  return new Map(stated.map((version) => [productOf(version), version]));
}
