/** Rule ids out of the range that a set has (coreruleset.org/docs/rules/ruleid). */
import type { Rule } from '../2-resolve/ruleset.ts';
import type { Problem } from '../diagnostics.ts';
import type { LintContext } from './context.ts';
import { actionSpan, rulesOfSet } from './locations.ts';
import * as problem from './problems.ts';

export function lintIds({ ruleSet, diagnostics }: LintContext): void {
  for (const rule of rulesOfSet(ruleSet)) {
    const found = problemOf(rule);
    if (found !== undefined) diagnostics.report(found, actionSpan(rule.links[0], 'id'));
  }
}

/**
 * Ids that no other rules may have than those of the OWASP CRS. The first thousand is the setup's, the last
 * one is for what comes after the set: every site writes these.
 */
export function isSetId(id: number): boolean {
  return id >= 901_000 && id < 999_000;
}

/** Plugins of the OWASP CRS, and the exclusion packages of its version 3. */
export function isPluginId(id: number): boolean {
  return id >= 9_000_000 && id <= 9_999_999;
}

/** `REQUEST-942-...`: a set that is laid out like the OWASP CRS. 900 and 999 are for the rules of a site. */
const SET_FILE = /(?:^|\/)(?:REQUEST|RESPONSE)-(?!900|999)(9\d\d)-[^/]*$/;

/** From here on ids belong to sets; those of a site are smaller. */
const FIRST_OF_SETS = 100_000;

function problemOf({ id, span, metadata }: Rule): Problem | undefined {
  const [, file] = SET_FILE.exec(span.source.path) ?? [];
  if (file !== undefined) {
    // A second thousand for the same file lies a million above the first one.
    const isOfFile = Math.floor(id / 1000) % 1000 === Number(file);
    return isOfFile || id < FIRST_OF_SETS ? undefined : problem.idOfOtherFile(id, file);
  }
  const isTagged = metadata.tags.includes('OWASP_CRS');
  if (!isTagged) return isSetId(id) ? problem.reservedId(id) : undefined;
  const isOfSet = (id >= 900_000 && id <= 999_999) || isPluginId(id);
  return isOfSet ? undefined : problem.idOutsideSet(id);
}
