/**
 * Reports directives that are valid but probably not intended: empty values and names, verdicts that log nothing,
 * repeated defaults.
 */
import type * as ast from '../1-parse/ast.ts';
import { cut } from '../2-resolve/cut-text.ts';
import { parsePhase } from '../2-resolve/resolve-metadata.ts';
import type { Rule, RuleSet } from '../2-resolve/ruleset.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Span } from '../source.ts';
import type { LintContext } from './context.ts';
import { rulesOfSet } from './locations.ts';
import * as problem from './problems.ts';

export function lintSlips({ ruleSet, diagnostics }: LintContext): void {
  reportSecondDefaults(ruleSet, diagnostics);
  for (const rule of rulesOfSet(ruleSet)) {
    reportUnlogged(rule, ruleSet, diagnostics);
    for (const { written } of rule.links) {
      for (const action of written.actions) reportEmpty(action, diagnostics);
    }
  }
}

function reportSecondDefaults({ defaultActions }: RuleSet, diagnostics: Diagnostics): void {
  const first = new Map<number, Span>();
  for (const { actions, span } of defaultActions) {
    const phase = phaseOf(actions);
    if (phase === undefined) continue;
    const before = first.get(phase);
    const notes = [{ message: 'The first one is here', span: before }];
    if (before !== undefined) diagnostics.report(problem.secondDefaultAction(phase), span, notes);
    else first.set(phase, span);
  }
}

/** Returns the phase; undefined when it is missing or wrong, which is an error of its own. */
function phaseOf(actions: readonly ast.Action[]): number | undefined {
  const phase = actions.findLast(({ name }) => name.text.toLowerCase() === 'phase');
  return parsePhase(phase?.argument?.text ?? '');
}

const LOGS: ReadonlySet<string> = new Set(['log', 'nolog', 'auditlog', 'noauditlog']);

function reportUnlogged(rule: Rule, { defaultActions }: RuleSet, diagnostics: Diagnostics): void {
  const { disruptive, log, audit, links } = rule;
  if (disruptive === undefined || log || audit) return;
  if (disruptive.kind === 'pass' || disruptive.kind === 'allow') return;
  const [{ written, span }] = links;
  // An author who writes a SecDefaultAction for the phase has decided on logging.
  if (defaultActions.some(({ actions }) => phaseOf(actions) === rule.phase)) return;
  if (written.actions.some(({ name }) => LOGS.has(name.text.toLowerCase()))) return;
  const own = written.actions.find(({ name }) => VERDICTS.has(name.text.toLowerCase()));
  diagnostics.report(problem.unloggedVerdict(disruptive.kind), own?.span ?? span);
}

const VERDICTS: ReadonlySet<string> = new Set(['deny', 'drop', 'redirect', 'block']);

/** Actions of the form NAME=VALUE. */
const ASSIGNMENTS: ReadonlySet<string> = new Set(['expirevar', 'initcol', 'setenv', 'setvar']);

function reportEmpty({ name, argument }: ast.Action, diagnostics: Diagnostics): void {
  const action = name.text.toLowerCase();
  if (argument === undefined) return;
  if (ASSIGNMENTS.has(action)) {
    const [, value] = cut(argument, '=');
    if (value?.text === '') diagnostics.report(problem.emptyValue(action), argument.span);
  }
  if (action !== 'ctl') return;
  const [, target] = cut(argument, ';');
  const [variable, key] = target === undefined ? [] : cut(target, ':');
  if (variable === undefined || key === undefined || key.text.trim() !== '') return;
  diagnostics.report(problem.emptySelector(variable.text.trim()), target?.span ?? argument.span);
}
