/** Reads rules link by link, and adds each rule when its chain is complete. */
import type { RuleOverride, Settings } from '#engine/host/compiled-waf.ts';
import type * as ast from '../1-parse/ast.ts';
import { type Diagnostic, Diagnostics } from '../diagnostics.ts';
import { actions } from '../language/actions.ts';
import type { Span } from '../source.ts';
import type { Entries } from './apply-updates.ts';
import type { DataFiles } from './data-files.ts';
import type { DefaultsByPhase } from './default-actions.ts';
import * as problem from './problems.ts';
import { refuseRule } from './refused-rule.ts';
import { resolveMemoized } from './resolve-memoized.ts';
import { type RuleContext, reportHeadActions, reportLink } from './resolve-rule.ts';
import { refusedDirective } from './resolve-settings.ts';
import type { CodePage } from './resolve-unicode-map.ts';
import type { Rule, RuleSet } from './ruleset.ts';
import { refusalOf } from './skip-unsupported.ts';

type OpenChain = {
  readonly head: Directive;
  /** The directives of the chain so far. */
  readonly written: readonly Directive[];
  /** Undefined when one of its links is left out; then the whole chain is left out. */
  readonly rule: Rule | undefined;
  readonly chain: ast.Action;
  /** Diagnostics about its links so far. */
  readonly reported: Diagnostics;
};

type Directive = ast.SecRule | ast.SecAction;

/** The state that later directives can see. */
export type State = {
  /** Whether rules that need unsupported features are left out. */
  readonly skips: boolean;
  settings: Settings;
  readonly codePage: CodePage;
  entries: Entries;
  defaults: DefaultsByPhase;
  datasets: Map<string, ast.SecDataset>;
  /** For each id, the span of the rule that used it first. */
  ids: Map<number, Span>;
  /** The rules that removals and updates have changed, in order. */
  readonly overrides: RuleOverride[];
  rulesRead: number;
  readonly leftOut: Span[];
  readonly skipped: number[];
  /** The diagnostics of each rule. */
  readonly reports: { readonly id: number; readonly list: readonly Diagnostic[] }[];
  /** The chain that still needs its next rule. */
  open: OpenChain | undefined;
  /** True when the line before could not be read: it may have been the head of a chain. */
  afterBroken: boolean;
};

/** Handles SecRuleScript, which is never a rule here: it ends the open chain, or owns the links that follow it. */
export function resolveScript(
  state: State,
  script: ast.SecAction,
  directive: ast.Setting,
  diagnostics: Diagnostics,
): void {
  const { head = script, written = [], reported = new Diagnostics() } = state.open ?? {};
  const chain = chainOf(script);
  reported.report(refusedDirective(directive), directive.name.span);
  const all = [...written, script];
  state.open = chain && { head, written: all, rule: undefined, chain, reported };
  if (chain === undefined) addRule(state, all, undefined, reported, diagnostics);
}

/** Leaves out the open chain at a broken line, because that line may have been its last link. */
export function abandonChain(state: State, diagnostics: Diagnostics): void {
  if (state.open !== undefined) leaveOut(state, state.open, diagnostics);
  state.open = undefined;
}

function leaveOut(state: State, { written, reported }: OpenChain, diagnostics: Diagnostics): void {
  diagnostics.add(reported.list);
  state.leftOut.push(...written.map(({ span }) => span));
}

export function resolveRule(
  state: State,
  directive: Directive,
  files: DataFiles,
  diagnostics: Diagnostics,
): void {
  if (state.open !== undefined && isHead(directive)) closeChain(state, undefined, diagnostics);
  const { open } = state;
  const reported = open?.reported ?? new Diagnostics();
  const context: RuleContext = {
    defaults: state.defaults,
    data: { files, datasets: state.datasets, matchLimit: state.settings.pcreMatchLimit },
    diagnostics: reported,
  };
  if (open !== undefined) {
    continueChain(state, open, directive, context, diagnostics);
    return;
  }
  if (state.afterBroken && isLink(directive)) {
    state.leftOut.push(directive.span);
    reportLink(directive, context);
    diagnostics.add(reported.list);
    return;
  }
  state.rulesRead += 1;
  const resolved = resolveMemoized(directive, undefined, context);
  // A head that was refused still owns the links that follow it.
  const chain = resolved === undefined ? chainOf(directive) : resolved.chain;
  const id = resolved?.rule.id ?? refuseRule(directive)?.id;
  const isTaken = id !== undefined && !takeId(state, id, directive.span, diagnostics);
  const rule = isTaken ? undefined : resolved?.rule;
  const written = [directive];
  if (chain !== undefined) state.open = { head: directive, written, rule, chain, reported };
  else addRule(state, written, rule, reported, diagnostics);
}

function continueChain(
  state: State,
  { head, written, rule, reported }: OpenChain,
  directive: Directive,
  context: RuleContext,
  diagnostics: Diagnostics,
): void {
  const resolved = rule && resolveMemoized(directive, rule, context);
  if (rule === undefined) reportHeadActions(reportLink(directive, context), context.diagnostics);
  const chain = resolved === undefined ? chainOf(directive) : resolved.chain;
  const all = [...written, directive];
  state.open = undefined;
  if (chain !== undefined)
    state.open = { head, written: all, rule: resolved?.rule, chain, reported };
  else addRule(state, all, resolved?.rule, reported, diagnostics);
}

/** Adds a rule, with all links of its chain, after its last link has been read. */
function addRule(
  state: State,
  written: readonly Directive[],
  rule: Rule | undefined,
  reported: Diagnostics,
  diagnostics: Diagnostics,
): void {
  const [head] = written;
  const refusal = state.skips ? refusalOf(reported.list) : undefined;
  const isLeftOut = rule === undefined || reported.hasErrors;
  if (isLeftOut) state.leftOut.push(...written.map(({ span }) => span));
  if (refusal !== undefined && head !== undefined) {
    skipRule(state, head, refusal, diagnostics);
    return;
  }
  const { list, hasErrors } = reported;
  diagnostics.add(list);
  const entry = hasErrors && head !== undefined ? refuseRule(head) : rule;
  if (entry === undefined) return;
  state.entries = [...state.entries, entry];
  state.reports.push({ id: entry.id, list });
}

/** Reports a warning instead of the errors of a rule that is not supported. */
function skipRule(
  state: State,
  head: Directive,
  refusal: Diagnostic,
  diagnostics: Diagnostics,
): void {
  const id = refuseRule(head)?.id;
  const notes = [{ message: 'The rule starts here', span: head.span }];
  diagnostics.report(problem.skippedRule(id, refusal.message), refusal.span, notes);
  if (id !== undefined) state.skipped.push(id);
}

/** Returns the entries without refused rules. Withdraws the diagnostics of rules that a directive has removed. */
export function withoutRefused(state: State, diagnostics: Diagnostics): RuleSet['entries'] {
  const ids = new Set(state.entries.map((entry) => (entry.kind === 'Marker' ? 0 : entry.id)));
  for (const { id, list } of state.reports) if (!ids.has(id)) diagnostics.withdraw(list);
  return state.entries.filter((entry) => entry.kind !== 'Refused');
}

/** Returns whether the directive is a rule without an id. After a broken line it is taken as a link of the lost chain. */
export function isLink(directive: ast.Directive): boolean {
  return (
    directive.kind === 'SecRule' &&
    !directive.actions.some((action) => action.name.text.toLowerCase() === 'id')
  );
}

/**
 * Returns whether the directive starts a rule, even after an open chain: it has actions that only the first rule of a chain may
 * have.
 */
function isHead({ actions: written }: Directive): boolean {
  const names = written.map(({ name }) => name.text.toLowerCase());
  const isOwn = (name: string): boolean =>
    name === 'phase' || actions.get(name)?.group === 'disruptive';
  return names.includes('id') && names.some(isOwn);
}

function chainOf(directive: ast.SecRule | ast.SecAction): ast.Action | undefined {
  return directive.actions.find((action) => action.name.text.toLowerCase() === 'chain');
}

/** Registers the id of a rule. Returns false, after a report, when another rule has it, also one that is left out. */
function takeId(state: State, id: number, span: Span, diagnostics: Diagnostics): boolean {
  const first = state.ids.get(id);
  if (first === undefined) {
    state.ids.set(id, span);
    return true;
  }
  const note = { message: 'It is first used here', span: first };
  diagnostics.report(problem.duplicateId(id), span, [note]);
  return false;
}

export function closeChain(
  state: State,
  between: string | undefined,
  diagnostics: Diagnostics,
): void {
  if (state.open === undefined) return;
  const { chain } = state.open;
  const found = between === undefined ? problem.openChain() : problem.brokenChain(between);
  leaveOut(state, state.open, diagnostics);
  diagnostics.report(found, chain.span);
  state.open = undefined;
}
