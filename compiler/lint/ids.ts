/** Reports rule ids outside of the range of their rule set (coreruleset.org/docs/rules/ruleid). */
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
 * Returns whether only the OWASP CRS may use the id. Its first thousand belongs to the setup and its last one to rules after
 * the set; sites write both.
 */
export function isSetId(id: number): boolean {
  return id >= 901_000 && id < 999_000;
}

/** Returns whether the id belongs to a plugin of the OWASP CRS, or to an exclusion package of CRS 3. */
export function isPluginId(id: number): boolean {
  return id >= 9_000_000 && id <= 9_999_999;
}

/** A file such as `REQUEST-942-...`, as in the OWASP CRS. The files 900 and 999 are for the rules of a site. */
const SET_FILE = /(?:^|\/)(?:REQUEST|RESPONSE)-(?!900|999)(9\d\d)-[^/]*$/;

/** Ids from here on belong to rule sets; those of a site are smaller. */
const FIRST_OF_SETS = 100_000;

function problemOf({ id, span, metadata }: Rule): Problem | undefined {
  const [, file] = SET_FILE.exec(span.source.path) ?? [];
  if (file !== undefined) {
    // A second range of ids for the same file is one million above the first.
    const isOfFile = Math.floor(id / 1000) % 1000 === Number(file);
    return isOfFile || id < FIRST_OF_SETS ? undefined : problem.idOfOtherFile(id, file);
  }
  const isTagged = metadata.tags.includes('OWASP_CRS');
  if (!isTagged) return isSetId(id) ? problem.reservedId(id) : undefined;
  const isOfSet = (id >= 900_000 && id <= 999_999) || isPluginId(id);
  return isOfSet ? undefined : problem.idOutsideSet(id);
}
