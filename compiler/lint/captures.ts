/** Reports TX:0 to TX:9 that are read without a capture in the chain, or captured and never read. */
import type { Rule, RuleSet } from '../2-resolve/ruleset.ts';
import { isRead, readsOfProgram } from '../3-specialize/tx-reads.ts';
import { CAPTURE_NAMES, isCaptureName } from '../language/capture-names.ts';
import type { LintContext } from './context.ts';
import { actionSpan, rulesOfSet } from './locations.ts';
import * as problem from './problems.ts';
import { type TxAccess, txAccesses } from './tx-access.ts';

export function lintCaptures({ ruleSet, plain, diagnostics }: LintContext): void {
  const captured = readsByRule(ruleSet);
  for (const reads of captured.values()) {
    const lost = reads.find(
      ({ capturing }) => !capturing.some(({ test }) => test?.capture === true),
    );
    if (lost === undefined) continue;
    diagnostics.report(problem.missingCapture(lost.name), lost.span);
  }
  // A selector such as TX:/^x/ does not read the captures unless it can match one of the digits.
  const reads = readsOfProgram(plain);
  const isReadAnywhere = CAPTURE_NAMES.some((text) =>
    isRead([{ kind: 'Literal', text }], { ...reads, names: new Set() }),
  );
  if (isReadAnywhere) return;
  for (const rule of rulesOfSet(ruleSet)) {
    const link = rule.links.find(({ test }) => test?.capture === true);
    if (link === undefined || captured.has(rule)) continue;
    diagnostics.report(problem.unusedCapture(), actionSpan(link, 'capture'));
  }
}

function readsByRule(ruleSet: RuleSet): ReadonlyMap<Rule, readonly TxAccess[]> {
  const { reads, sets } = txAccesses(ruleSet);
  // A number that setvar sets is a name like any other.
  const byHand = new Set(sets.filter(({ macro }) => macro.length === 1).map(({ name }) => name));
  const byRule = new Map<Rule, TxAccess[]>();
  for (const read of reads) {
    if (!isCaptureName(read.name) || byHand.has(read.name)) continue;
    byRule.set(read.rule, [...(byRule.get(read.rule) ?? []), read]);
  }
  return byRule;
}
