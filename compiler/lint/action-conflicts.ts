/** Reports actions of one list that contradict or repeat each other, so that only the last one counts. */
import type * as ast from '../1-parse/ast.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { actions } from '../language/actions.ts';
import type { LintContext } from './context.ts';
import { rulesOfSet } from './locations.ts';
import * as problem from './problems.ts';

export function lintActionConflicts({ ruleSet, diagnostics }: LintContext): void {
  for (const { links } of rulesOfSet(ruleSet)) {
    links.forEach(({ written }, index) => {
      reportConflicts(written.actions, diagnostics);
      reportRepeated(written.actions, diagnostics);
      if (index === 0) reportMissingPhase(written, diagnostics);
    });
  }
}

/**
 * Returns the group in which only the last action counts. `log` and `nolog` also set the audit log, so their order
 * relative to `auditlog` and `noauditlog` matters.
 */
function groupOf(action: ast.Action): string | undefined {
  const name = nameOf(action);
  if (name === 'log' || name === 'nolog') return 'log';
  if (name === 'auditlog' || name === 'noauditlog') return 'auditlog';
  return actions.get(name)?.group === 'disruptive' ? 'disruptive' : undefined;
}

function reportConflicts(written: readonly ast.Action[], diagnostics: Diagnostics): void {
  const last = new Map<string, ast.Action>();
  for (const action of written.toReversed()) {
    const group = groupOf(action);
    const winner = group === undefined ? undefined : last.get(group);
    if (group !== undefined && winner === undefined) last.set(group, action);
    if (winner === undefined || nameOf(winner) === nameOf(action)) continue;
    const notes = [{ message: 'This one takes effect', span: winner.span }];
    const found = problem.conflictingActions(nameOf(action), nameOf(winner));
    diagnostics.report(found, action.span, notes);
  }
}

/** Actions that a rule may have only once. */
const SINGLE: ReadonlySet<string> = new Set([
  'accuracy',
  'id',
  'logdata',
  'maturity',
  'msg',
  'phase',
  'rev',
  'severity',
  'skipafter',
  'status',
  'ver',
]);

function reportRepeated(written: readonly ast.Action[], diagnostics: Diagnostics): void {
  const last = new Map<string, ast.Action>();
  for (const action of written.toReversed()) {
    const name = nameOf(action);
    const winner = SINGLE.has(name) ? last.get(name) : undefined;
    if (winner === undefined) last.set(name, action);
    else {
      const notes = [{ message: 'This one takes effect', span: winner.span }];
      diagnostics.report(problem.repeatedAction(name), action.span, notes);
    }
  }
}

function reportMissingPhase(written: ast.SecRule | ast.SecAction, diagnostics: Diagnostics): void {
  if (written.actions.some((action) => nameOf(action) === 'phase')) return;
  const id = written.actions.find((action) => nameOf(action) === 'id');
  diagnostics.report(problem.missingPhase(), id?.span ?? written.span);
}

function nameOf({ name }: ast.Action): string {
  return name.text.toLowerCase();
}
