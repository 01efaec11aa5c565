/** Reports TX variables that are read and never set, read too early, or set and never read. */
import type { Rule } from '../2-resolve/ruleset.ts';
import { isRead, readsOfProgram } from '../3-specialize/tx-reads.ts';
import type { Problem } from '../diagnostics.ts';
import { isCaptureName } from '../language/capture-names.ts';
import { textOf } from '../source.ts';
import { nearest, within } from '../suggest.ts';
import type { LintContext } from './context.ts';
import { crs3Names, isCrs4 } from './crs3-names.ts';
import * as problem from './problems.ts';
import { maySet, type TxAccess, type TxAccesses, txAccesses } from './tx-access.ts';

export function lintVariables(context: LintContext): void {
  const { ruleSet, diagnostics } = context;
  const accesses = txAccesses(ruleSet);
  const isOfCrs4 = isSetOfCrs4(accesses);
  const indexes = new Map(ruleSet.entries.map((entry, index) => [entry, index]));
  const isBefore = (first: Rule, second: Rule): boolean =>
    first.phase < second.phase ||
    (first.phase === second.phase && (indexes.get(first) ?? 0) <= (indexes.get(second) ?? 0));
  for (const read of distinct(accesses.reads)) {
    if (isCaptureName(read.name) || accesses.counted.has(read.name)) continue;
    const sets = accesses.sets.filter((set) => maySet(set.macro, read.name));
    if (sets.length === 0) {
      diagnostics.report(unsetProblem(read, accesses, isOfCrs4), read.span);
    } else if (!sets.some((set) => isBefore(set.rule, read.rule))) {
      const notes = sets.slice(0, 1).map(({ span }) => ({ message: 'It is set here', span }));
      diagnostics.report(problem.earlyRead(read.name), read.span, notes);
    }
  }
  reportUnread(context, accesses);
}

function reportUnread({ plain, diagnostics }: LintContext, accesses: TxAccesses): void {
  const reads = readsOfProgram(plain);
  const renamed = isSetOfCrs4(accesses) ? renamedSets(accesses) : [];
  for (const { name, span } of renamed) {
    diagnostics.report(problem.crs3Name(name, crs3Names.get(name) ?? ''), span);
  }
  const known = new Set(renamed.map(({ name }) => name));
  for (const set of distinct(accesses.sets)) {
    if (accesses.counted.has(set.name) || known.has(set.name)) continue;
    const score = scoreMeantBy(set.name, accesses);
    if (score !== undefined) diagnostics.report(problem.misspeltScore(set.name, score), set.span);
    else if (!isRead(set.macro, reads)) {
      diagnostics.report(problem.unusedVariable(set.name), set.span);
    }
  }
}

/** Returns assignments to CRS 3 names that no rule reads. Assignments of 0 are left out, because they lose nothing. */
function renamedSets({ reads, sets, counted }: TxAccesses): readonly TxAccess[] {
  const readNames = new Set([...reads.map(({ name }) => name), ...counted]);
  const isZero = ({ span }: TxAccess): boolean => /=0['"]?$/.test(textOf(span));
  const lost = sets.filter(
    (set) => crs3Names.has(set.name) && !readNames.has(set.name) && !isZero(set),
  );
  return [...distinct(lost)];
}

function isSetOfCrs4({ reads, counted }: TxAccesses): boolean {
  return isCrs4([...reads.map(({ name }) => name), ...counted]);
}

function unsetProblem(read: TxAccess, accesses: TxAccesses, isOfCrs4: boolean): Problem {
  const now = isOfCrs4 ? crs3Names.get(read.name) : undefined;
  if (now !== undefined) return problem.crs3Name(read.name, now);
  return problem.unsetVariable(read.name, similar(read, accesses));
}

/**
 * Returns the score that is probably meant by a name that no rule reads, because scores decide what is blocked. A score
 * of another paranoia level is not a misspelling.
 */
function scoreMeantBy(name: string, { reads, sets }: TxAccesses): string | undefined {
  const readNames = new Set(reads.map((read) => read.name));
  if (readNames.has(name)) return undefined;
  const isSet = new Set(sets.map((set) => set.name));
  const isOther = (read: string): boolean => withoutDigits(read) !== withoutDigits(name);
  const scores = [...readNames].filter(
    (read) => /anomaly_score/.test(read) && isSet.has(read) && isOther(read),
  );
  return within(name, scores, 2);
}

function withoutDigits(name: string): string {
  return name.replace(/\d/g, '');
}

/** Returns the first access of each name, so that one cause has one finding. */
function distinct<Access extends TxAccess>(accesses: readonly Access[]): Iterable<Access> {
  const first = new Map<string, Access>();
  for (const access of accesses) if (!first.has(access.name)) first.set(access.name, access);
  return first.values();
}

function similar({ name }: TxAccess, { sets }: TxAccesses): string | undefined {
  return nearest(name, new Set(sets.map((set) => set.name)));
}
