/** TX variables that are read and never set, read too early, or set and never read. */
import type { Rule } from '../2-resolve/ruleset.ts';
import { isRead, readsOfProgram } from '../3-specialize/tx-reads.ts';
import { nearest } from '../suggest.ts';
import type { LintContext } from './context.ts';
import * as problem from './problems.ts';
import { maySet, type TxAccess, type TxAccesses, txAccesses } from './tx-access.ts';

export function lintVariables({ ruleSet, plain, diagnostics }: LintContext): void {
  const accesses = txAccesses(ruleSet);
  const registers = new Map(ruleSet.entries.map((entry, index) => [entry, index]));
  const isBefore = (first: Rule, second: Rule): boolean =>
    first.phase < second.phase ||
    (first.phase === second.phase && (registers.get(first) ?? 0) <= (registers.get(second) ?? 0));
  for (const read of distinct(accesses.reads)) {
    if (/^\d$/.test(read.name) || accesses.counted.has(read.name)) continue;
    const sets = accesses.sets.filter((set) => maySet(set.macro, read.name));
    if (sets.length === 0) {
      diagnostics.report(problem.unsetVariable(read.name, similar(read, accesses)), read.span);
    } else if (!sets.some((set) => isBefore(set.rule, read.rule))) {
      const notes = sets.slice(0, 1).map(({ span }) => ({ message: 'It is set here', span }));
      diagnostics.report(problem.earlyRead(read.name), read.span, notes);
    }
  }
  const reads = readsOfProgram(plain);
  for (const set of distinct(accesses.sets)) {
    if (isRead(set.macro, reads) || accesses.counted.has(set.name)) continue;
    diagnostics.report(problem.unusedVariable(set.name), set.span);
  }
}

/** The first access of each name: one finding for one cause. */
function distinct<Access extends TxAccess>(accesses: readonly Access[]): Iterable<Access> {
  const first = new Map<string, Access>();
  for (const access of accesses) if (!first.has(access.name)) first.set(access.name, access);
  return first.values();
}

function similar({ name }: TxAccess, { sets }: TxAccesses): string | undefined {
  return nearest(name, new Set(sets.map((set) => set.name)));
}
