/** Reports missing tags that every rule of the OWASP CRS must have, and tags that are not approved. */
import { memoizeByText } from '../../memoize.ts';
import type { LintContext } from '../context.ts';
import { actionSpan } from '../locations.ts';
import { APPROVED_TAGS, approvedTags, folderOf } from './checkout.ts';
import { actionsNamed, crsRulesOf, isLeading } from './crs-rules.ts';
import * as problem from './problems.ts';

export function lintCrsTags({ ruleSet, diagnostics }: LintContext): void {
  for (const rule of crsRulesOf(ruleSet)) {
    const { id, links, span, metadata } = rule;
    // Rules whose ids do not end in 0 are helpers of their neighbours.
    if (id % 10 !== 0) continue;
    const expected = ['OWASP_CRS', ...(isLeading(rule) ? [] : tagOfFile(span.source.path))];
    const missing = expected.find((tag) => !metadata.tags.includes(tag));
    if (missing === undefined) continue;
    diagnostics.report(problem.missingCrsTag(missing), actionSpan(links[0], 'id'));
  }
}

/** Returns the tag of a file, such as OWASP_CRS/ATTACK-SQLI for REQUEST-942-APPLICATION-ATTACK-SQLI.conf; [] for other names. */
function tagOfFile(path: string): readonly string[] {
  const [, name] =
    /(?:^|\/)(?:REQUEST|RESPONSE)-\d{3}-(?:APPLICATION-)?([^/.]+)\.[^/]*$/.exec(path) ?? [];
  return name === undefined ? [] : [`OWASP_CRS/${name}`];
}

export function lintApprovedTags({ ruleSet, files, diagnostics }: LintContext): void {
  const approvedFor = memoizeByText((folder) => approvedTags(folder, files));
  for (const { links, span } of crsRulesOf(ruleSet)) {
    const approved = approvedFor(folderOf(span.source));
    if (approved === undefined) continue;
    for (const { argument, span: location } of links.flatMap((link) => actionsNamed(link, 'tag'))) {
      const tag = argument?.text ?? '';
      if (!approved.has(tag))
        diagnostics.report(problem.unapprovedTag(tag, APPROVED_TAGS), location);
    }
  }
}
