/** Reports rules without a regression test. */
import { memoizeByText } from '../../memoize.ts';
import type { LintContext } from '../context.ts';
import { actionSpan } from '../locations.ts';
import { folderOf, testedIds, untestedPrefixes } from './checkout.ts';
import { crsRulesOf, isLeading } from './crs-rules.ts';
import * as problem from './problems.ts';

export function lintCoverage({ ruleSet, files, diagnostics }: LintContext): void {
  const testsFor = memoizeByText((folder) => ({
    tested: testedIds(folder, files),
    untested: untestedPrefixes(folder, files),
  }));
  for (const rule of crsRulesOf(ruleSet).filter((each) => !isLeading(each))) {
    const { id, links, span, log, audit } = rule;
    const [head] = links;
    const { tested, untested } = testsFor(folderOf(span.source));
    // Tests see only what is logged. The first hundred ids of a file control which other rules run.
    const isSeen = head.test !== undefined && (log || audit) && id % 1000 >= 100;
    if (tested === undefined || tested.has(id) || !isSeen) continue;
    if (untested.some((prefix) => String(id).startsWith(prefix))) continue;
    diagnostics.report(problem.missingTest(id), actionSpan(head, 'id'));
  }
}
