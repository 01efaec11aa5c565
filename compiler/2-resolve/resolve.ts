/** Resolves the directives of a profile, in load order, to a RuleSet. */
import type { RuleOverride } from '#engine/host/compiled-waf.ts';
import type * as ast from '../1-parse/ast.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { directives as knownDirectives } from '../language/directives/index.ts';
import { applyRemoval } from './apply-updates.ts';
import { checkMarkers } from './check-markers.ts';
import { checkScores } from './check-scores.ts';
import { checkTargets } from './check-targets.ts';
import type { DataFiles } from './data-files.ts';
import { builtInDefaults, resolveDefaultAction } from './default-actions.ts';
import {
  abandonChain,
  closeChain,
  isLink,
  resolveRule,
  resolveScript,
  type State,
  withoutRefused,
} from './read-chains.ts';
import { checkAuditLog, defaultSettings, resolveSetting } from './resolve-settings.ts';
import { chooseCodePage, resolveUnicodeMap } from './resolve-unicode-map.ts';
import type { RuleSet } from './ruleset.ts';
import { scriptAsRule } from './script-rule.ts';
import { applyActionUpdate } from './update-actions.ts';
import { applyTargetUpdate } from './update-targets.ts';

export type ResolveOptions = {
  /** Leaves out rules that need unsupported features, with a warning. */
  readonly skipUnsupported?: boolean | undefined;
};

/**
 * Resolves the directives; those with errors are left out. When an error is reported, the result is for inspection
 * only, not for execution.
 */
export function resolve(
  directives: readonly ast.Directive[],
  files: DataFiles,
  diagnostics: Diagnostics,
  { skipUnsupported: skips = false }: ResolveOptions = {},
): RuleSet {
  const state: State = {
    skips,
    settings: defaultSettings,
    codePage: chooseCodePage(directives),
    entries: [],
    defaults: builtInDefaults,
    datasets: new Map(),
    ids: new Map(),
    overrides: [],
    rulesRead: 0,
    leftOut: [],
    skipped: [],
    reports: [],
    open: undefined,
    afterBroken: false,
  };
  for (const directive of directives) {
    const breaksChain = state.open !== undefined && directive.kind === 'SecMarker';
    resolveDirective(state, directive, files, diagnostics);
    const isAfter = state.afterBroken && isLink(directive);
    state.afterBroken = isBroken(directive) || breaksChain || isAfter;
  }
  closeChain(state, undefined, diagnostics);
  const entries = checkMarkers(withoutRefused(state, diagnostics), diagnostics);
  checkScores(entries, state.leftOut, diagnostics);
  checkTargets(entries, directives, diagnostics);
  checkAuditLog(state.settings, directives, diagnostics);
  const { settings, overrides, rulesRead, leftOut, skipped } = state;
  const datasets = [...state.datasets.values()];
  const defaultActions = directives.filter((each) => each.kind === 'SecDefaultAction');
  return { settings, entries, overrides, rulesRead, leftOut, skipped, datasets, defaultActions };
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
      resolveDefaults(state, directive, diagnostics);
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
      resolveSettingOrScript(state, directive, diagnostics);
      resolveCodePage(state, directive, files, diagnostics);
      return;
    case 'Broken':
      state.leftOut.push(directive.span);
      abandonChain(state, diagnostics);
      return;
    case 'Include':
      // read-rules.ts has already replaced it by the directives of its files.
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

function resolveSettingOrScript(
  state: State,
  directive: ast.Setting,
  diagnostics: Diagnostics,
): void {
  const script = scriptAsRule(directive);
  if (script !== undefined) {
    resolveScript(state, script, directive, diagnostics);
    return;
  }
  state.settings = resolveSetting(state.settings, directive, diagnostics);
  // An unknown directive may be a rule with a misspelt name.
  if (isBroken(directive)) {
    state.leftOut.push(directive.span);
    abandonChain(state, diagnostics);
  }
}

function resolveDefaults(
  state: State,
  directive: ast.SecDefaultAction,
  diagnostics: Diagnostics,
): void {
  const before = state.defaults;
  state.defaults = resolveDefaultAction(directive, before, diagnostics);
  if (state.defaults === before) state.leftOut.push(directive.span);
}

/** Returns whether the directive could not be read or has an unknown name. */
function isBroken(directive: ast.Directive): boolean {
  if (directive.kind === 'Broken') return true;
  return directive.kind === 'Setting' && !knownDirectives.has(directive.name.text.toLowerCase());
}

/** Sets the entries and records which rules have changed. Unchanged entries must be the same objects. */
function replaceEntries(state: State, type: RuleOverride['type'], entries: State['entries']): void {
  const remaining = new Set(entries);
  for (const entry of state.entries) {
    if (entry.kind !== 'Marker' && !remaining.has(entry))
      state.overrides.push({ ruleId: entry.id, type });
  }
  state.entries = entries;
}
