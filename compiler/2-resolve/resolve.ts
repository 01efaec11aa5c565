/** The stage: directives in load order -> RuleSet. */
import type { RuleOverride, Settings } from '../../runtime/engine/host/compiled-waf.ts';
import type * as ast from '../1-parse/ast.ts';
import { type Diagnostic, Diagnostics } from '../diagnostics.ts';
import type { Span } from '../source.ts';
import {
  applyActionUpdate,
  applyRemoval,
  applyTargetUpdate,
  type Entries,
} from './apply-updates.ts';
import { checkMarkers } from './check-markers.ts';
import { checkScores } from './check-scores.ts';
import type { DataFiles } from './data-files.ts';
import { builtInDefaults, type DefaultsByPhase, resolveDefaultAction } from './default-actions.ts';
import * as problem from './problems.ts';
import { refuseRule } from './refused-rule.ts';
import { resolveKept } from './resolve-memoized.ts';
import type { RuleContext } from './resolve-rule.ts';
import { checkAuditLog, defaultSettings, resolveSetting } from './resolve-settings.ts';
import { type CodePage, chooseCodePage, resolveUnicodeMap } from './resolve-unicode-map.ts';
import type { Rule, RuleSet } from './ruleset.ts';

type OpenChain = {
  readonly head: Directive;
  /** undefined: one of its links is left out, and so is the chain. */
  readonly rule: Rule | undefined;
  readonly chain: ast.Action;
  /** Of its links so far. */
  readonly reported: Diagnostics;
};

type Directive = ast.SecRule | ast.SecAction;

/** Everything that later directives can see. */
type State = {
  settings: Settings;
  readonly codePage: CodePage;
  entries: Entries;
  defaults: DefaultsByPhase;
  datasets: Map<string, ast.SecDataset>;
  /** Where each id was first used. */
  ids: Map<number, Span>;
  /** What removals and updates have done, in their order. */
  readonly overrides: RuleOverride[];
  rulesRead: number;
  readonly leftOut: (ast.SecRule | ast.SecAction)[];
  /** What was found in each rule. */
  readonly reports: { readonly id: number; readonly list: readonly Diagnostic[] }[];
  /** The chain that still waits for its next rule. */
  open: OpenChain | undefined;
  /** The line before could not be read: it may have been the head of a chain. */
  afterBroken: boolean;
};

/** Never valid by half: when anything was reported as an error, the result must not be used. */
export function resolve(
  directives: readonly ast.Directive[],
  files: DataFiles,
  diagnostics: Diagnostics,
): RuleSet {
  const state: State = {
    settings: defaultSettings,
    codePage: chooseCodePage(directives),
    entries: [],
    defaults: builtInDefaults,
    datasets: new Map(),
    ids: new Map(),
    overrides: [],
    rulesRead: 0,
    leftOut: [],
    reports: [],
    open: undefined,
    afterBroken: false,
  };
  for (const directive of directives) {
    resolveDirective(state, directive, files, diagnostics);
    state.afterBroken = directive.kind === 'Broken' || (state.afterBroken && isLink(directive));
  }
  closeChain(state, undefined, diagnostics);
  const entries = withoutRefused(state, diagnostics);
  checkMarkers(entries, diagnostics);
  checkScores(entries, diagnostics);
  checkAuditLog(state.settings, directives, diagnostics);
  const { settings, overrides, rulesRead, leftOut } = state;
  const datasets = [...state.datasets.values()];
  return { settings, entries, overrides, rulesRead, leftOut, datasets };
}

function resolveDirective(
  state: State,
  directive: ast.Directive,
  files: DataFiles,
  diagnostics: Diagnostics,
): void {
  if (directive.kind === 'SecRule' || directive.kind === 'SecAction') {
    resolveRule(state, directive, files, diagnostics);
    return;
  }
  if (directive.kind === 'SecMarker') closeChain(state, 'A SecMarker', diagnostics);
  switch (directive.kind) {
    case 'SecMarker':
      state.entries = [
        ...state.entries,
        { kind: 'Marker', label: directive.label.text, span: directive.span },
      ];
      return;
    case 'SecDefaultAction':
      state.defaults = resolveDefaultAction(directive, state.defaults, diagnostics);
      return;
    case 'SecRuleRemove':
      replaceEntries(state, 'disabled', applyRemoval(state.entries, directive, diagnostics));
      return;
    case 'SecRuleUpdateTarget':
      replaceEntries(
        state,
        'target_changed',
        applyTargetUpdate(state.entries, directive, diagnostics),
      );
      return;
    case 'SecRuleUpdateAction':
      replaceEntries(
        state,
        'action_changed',
        applyActionUpdate(state.entries, directive, state.defaults, diagnostics),
      );
      return;
    case 'SecDataset':
      state.datasets.set(directive.name.text, directive);
      return;
    case 'Setting':
      state.settings = resolveSetting(state.settings, directive, diagnostics);
      resolveCodePage(state, directive, files, diagnostics);
      return;
    case 'Broken':
      // It may have closed the chain; whether it did cannot be known.
      if (state.open !== undefined) diagnostics.add(state.open.reported.list);
      state.open = undefined;
      return;
    case 'Include':
      // Replaced by the files it names before this stage.
      return;
  }
}

function resolveCodePage(
  state: State,
  directive: ast.Setting,
  files: DataFiles,
  diagnostics: Diagnostics,
): void {
  const unicodeMap = resolveUnicodeMap(directive, state.codePage, files, diagnostics);
  if (unicodeMap !== undefined) state.settings = { ...state.settings, unicodeMap };
}

/** Entries that an update does not reach stay the same objects. */
function replaceEntries(state: State, type: RuleOverride['type'], entries: State['entries']): void {
  const kept = new Set(entries);
  for (const entry of state.entries) {
    if (entry.kind !== 'Marker' && !kept.has(entry))
      state.overrides.push({ ruleId: entry.id, type });
  }
  state.entries = entries;
}

function resolveRule(
  state: State,
  directive: Directive,
  files: DataFiles,
  diagnostics: Diagnostics,
): void {
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
  if (state.afterBroken && isLink(directive)) return;
  state.rulesRead += 1;
  const resolved = resolveKept(directive, undefined, context);
  // A head that could not be kept still owns the links that follow it.
  const chain = resolved === undefined ? chainOf(directive) : resolved.chain;
  const rule = resolved === undefined ? undefined : takeId(state, resolved.rule, diagnostics);
  if (rule === undefined) state.leftOut.push(directive);
  if (chain !== undefined) state.open = { head: directive, rule, chain, reported };
  else addRule(state, directive, rule, reported, diagnostics);
}

function continueChain(
  state: State,
  { head, rule, reported }: OpenChain,
  directive: Directive,
  context: RuleContext,
  diagnostics: Diagnostics,
): void {
  const resolved = rule && resolveKept(directive, rule, context);
  const chain = resolved === undefined ? chainOf(directive) : resolved.chain;
  if (resolved === undefined) {
    state.leftOut.push(...(rule?.links ?? []).map(({ written }) => written), directive);
  }
  state.open = undefined;
  if (chain !== undefined) state.open = { head, rule: resolved?.rule, chain, reported };
  else addRule(state, head, resolved?.rule, reported, diagnostics);
}

/** The rule, or the whole chain that `head` begins, has been read. */
function addRule(
  state: State,
  head: Directive,
  rule: Rule | undefined,
  reported: Diagnostics,
  diagnostics: Diagnostics,
): void {
  const { list, hasErrors } = reported;
  diagnostics.add(list);
  const entry = hasErrors ? (refuseRule(head) ?? rule) : rule;
  if (entry === undefined) return;
  state.entries = [...state.entries, entry];
  state.reports.push({ id: entry.id, list });
}

/** What was found in rules that a directive has removed does not count. */
function withoutRefused(state: State, diagnostics: Diagnostics): RuleSet['entries'] {
  const ids = new Set(state.entries.map((entry) => (entry.kind === 'Marker' ? 0 : entry.id)));
  for (const { id, list } of state.reports) if (!ids.has(id)) diagnostics.withdraw(list);
  return state.entries.filter((entry) => entry.kind !== 'Refused');
}

/** A rule without an id behind a broken line is taken as a link of the chain that was lost. */
function isLink(directive: ast.Directive): boolean {
  return (
    directive.kind === 'SecRule' &&
    !directive.actions.some((action) => action.name.text.toLowerCase() === 'id')
  );
}

function chainOf(directive: ast.SecRule | ast.SecAction): ast.Action | undefined {
  return directive.actions.find((action) => action.name.text.toLowerCase() === 'chain');
}

function takeId(state: State, rule: Rule, diagnostics: Diagnostics): Rule {
  const first = state.ids.get(rule.id);
  if (first === undefined) state.ids.set(rule.id, rule.span);
  else {
    const note = { message: 'It is first used here', span: first };
    diagnostics.report(problem.duplicateId(rule.id), rule.span, [note]);
  }
  return rule;
}

function closeChain(state: State, between: string | undefined, diagnostics: Diagnostics): void {
  if (state.open === undefined) return;
  const { chain, reported } = state.open;
  const found = between === undefined ? problem.openChain() : problem.brokenChain(between);
  diagnostics.add(reported.list);
  diagnostics.report(found, chain.span);
  state.open = undefined;
}
