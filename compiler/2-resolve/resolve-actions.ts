/** Resolves action lists: metadata, effects, flow and verdict of each list in one record. */
import { parseSeverity } from '../../runtime/engine/log/severity-word.ts';
import type * as ast from '../1-parse/ast.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { actions } from '../language/actions.ts';
import type { TransformationName } from '../language/transformations/index.ts';
import { transformations } from '../language/transformations/index.ts';
import type { Span } from '../source.ts';
import * as nameProblem from './name-problems.ts';
import * as problem from './problems.ts';
import { resolveEffect } from './resolve-effects.ts';
import { resolveMacro } from './resolve-macro.ts';
import { MAX_ID, parseNumber, parsePhase } from './resolve-metadata.ts';
import type { Effect, Macro, Metadata, Phase, Skip } from './ruleset.ts';
import { unknownAction } from './unknown-action.ts';

/** A verdict as written, before SecDefaultAction and `status` are applied. */
export type WrittenDisruptive =
  | { readonly kind: 'pass' | 'block' | 'deny' | 'drop' }
  | { readonly kind: 'redirect'; readonly location: Macro }
  | { readonly kind: 'allow'; readonly scope: 'all' | 'phase' | 'request' };

/** The result of one action list. The fields are mutable because actions are applied one by one. */
export type ActionList = {
  id: { readonly value: number; readonly span: Span } | undefined;
  phase: Phase | undefined;
  metadata: Metadata;
  effects: Effect[];
  transformations: TransformationName[];
  capture: boolean;
  multiMatch: boolean;
  chain: ast.Action | undefined;
  skip: { readonly value: Skip; readonly span: Span } | undefined;
  log: boolean;
  audit: boolean;
  status: number | undefined;
  disruptive: { readonly value: WrittenDisruptive; readonly span: Span } | undefined;
  /** The namespaces that `xmlns` binds for the XPaths of the rule: prefix -> URI. */
  readonly namespaces: Map<string, string>;
};

/** The values that a list inherits from the SecDefaultAction of the phase. */
export type InheritedActions = Pick<ActionList, 'transformations' | 'log' | 'audit' | 'status'>;

const noMetadata: Metadata = {
  message: undefined,
  logdata: undefined,
  rev: '',
  ver: '',
  severity: undefined,
  maturity: 0,
  accuracy: 0,
  tags: [],
};

/**
 * Applies the actions in order: a later `log`, `t:none`, `status` or verdict overrides an earlier one
 * (docs/spec/seclang-evaluation.md#default-actions).
 */
export function resolveActions(
  written: readonly ast.Action[],
  inherited: InheritedActions,
  diagnostics: Diagnostics,
): ActionList {
  const list: ActionList = {
    id: undefined,
    phase: undefined,
    metadata: noMetadata,
    effects: [],
    capture: false,
    multiMatch: false,
    chain: undefined,
    skip: undefined,
    log: inherited.log,
    audit: inherited.audit,
    status: inherited.status,
    disruptive: undefined,
    namespaces: new Map(),
    transformations: [...inherited.transformations],
  };
  written.forEach((action, index) => {
    resolveAction(list, action, written[index - 1], diagnostics);
  });
  return list;
}

/** `before` is the action before it in the list. */
function resolveAction(
  list: ActionList,
  action: ast.Action,
  before: ast.Action | undefined,
  diagnostics: Diagnostics,
): void {
  const name = action.name.text.toLowerCase();
  const record = actions.get(name);
  if (record === undefined) {
    diagnostics.report(unknownAction(action, before), action.name.span);
    return;
  }
  const argument = action.argument;
  if (record.argument === 'required' && (argument === undefined || argument.text === '')) {
    const isEmptyText = argument !== undefined && record.mayBeEmpty;
    const found = isEmptyText
      ? problem.ignoredValue(record.name, 'a text')
      : problem.missingActionArgument(record.name);
    diagnostics.report(found, action.span);
    return;
  }
  if (record.argument === 'none' && argument !== undefined) {
    diagnostics.report(problem.unexpectedActionArgument(record.name), argument.span);
    return;
  }
  const text = argument ?? { text: '', span: action.span };
  switch (record.group) {
    case 'metadata':
      applyMetadata(list, name, text, diagnostics);
      return;
    case 'transformation':
      applyTransformation(list, text, diagnostics);
      return;
    case 'effect': {
      const effect = resolveEffect(name, text, diagnostics);
      if (effect !== undefined) list.effects.push({ ...effect, span: action.span });
      return;
    }
    case 'data':
    case 'flow':
      applyFlow(list, name, action, text, diagnostics);
      return;
    case 'disruptive':
      applyDisruptive(list, name, text, action.span, diagnostics);
      return;
  }
}

function applyTransformation(list: ActionList, text: ast.Text, diagnostics: Diagnostics): void {
  const lower = text.text.toLowerCase();
  if (lower === 'none') {
    list.transformations = [];
    return;
  }
  const transformation = transformations.get(lower);
  if (transformation !== undefined) list.transformations.push(transformation);
  else {
    const names = [...transformations.values(), 'none'];
    diagnostics.report(nameProblem.unknownTransformation(text.text, names), text.span);
  }
}

function applyMetadata(
  list: ActionList,
  name: string,
  text: ast.Text,
  diagnostics: Diagnostics,
): void {
  const change = readMetadata(name, text, list.metadata, diagnostics);
  if (typeof change !== 'string') Object.assign(list, change);
  else if (name === 'id' || name === 'phase') {
    diagnostics.report(problem.badActionArgument(name, change, text.text), text.span);
  } else diagnostics.report(problem.ignoredValue(name, change, text.text), text.span);
}

type MetadataChange = Partial<Pick<ActionList, 'id' | 'phase' | 'metadata'>>;

/** Returns the change that the action makes, or a text that says which argument it takes. */
function readMetadata(
  name: string,
  text: ast.Text,
  metadata: Metadata,
  diagnostics: Diagnostics,
): MetadataChange | string {
  const set = (change: Partial<Metadata>): MetadataChange => ({
    metadata: { ...metadata, ...change },
  });
  switch (name) {
    case 'id': {
      const value = parseNumber(text.text, 1, MAX_ID);
      return value === undefined
        ? `a number from 1 to ${MAX_ID}`
        : { id: { value, span: text.span } };
    }
    case 'phase': {
      const phase = parsePhase(text.text);
      return phase === undefined ? '1 to 5, request, response or logging' : { phase };
    }
    case 'severity': {
      const severity = parseSeverity(text.text);
      return severity === undefined ? '0 to 7 or a name such as CRITICAL' : set({ severity });
    }
    case 'maturity':
    case 'accuracy': {
      const value = parseNumber(text.text, 1, 9);
      return value === undefined ? 'a number from 1 to 9' : set({ [name]: value });
    }
    case 'msg':
      return set({ message: resolveMacro(text, diagnostics) });
    case 'logdata':
      return set({ logdata: resolveMacro(text, diagnostics) });
    case 'tag':
      return set({ tags: [...metadata.tags, text.text] });
    default:
      return set({ [name]: text.text });
  }
}

function applyFlow(
  list: ActionList,
  name: string,
  action: ast.Action,
  text: ast.Text,
  diagnostics: Diagnostics,
): void {
  switch (name) {
    case 'log':
    case 'nolog':
      list.log = name === 'log';
      list.audit = name === 'log';
      return;
    case 'auditlog':
    case 'noauditlog':
      list.audit = name === 'auditlog';
      return;
    case 'capture':
      list.capture = true;
      return;
    case 'multimatch':
      list.multiMatch = true;
      return;
    case 'chain':
      list.chain = action;
      return;
    case 'status': {
      const status = parseNumber(text.text, 100, 599);
      if (status !== undefined) list.status = status;
      else diagnostics.report(problem.ignoredValue(name, 'a status from 100 to 599'), text.span);
      return;
    }
    case 'skipafter':
      list.skip = { value: { kind: 'After', label: text.text }, span: text.span };
      return;
    case 'skip': {
      const rules = parseNumber(text.text, 1, 1_000_000);
      if (rules !== undefined) list.skip = { value: { kind: 'Count', rules }, span: text.span };
      else diagnostics.report(problem.badActionArgument(name, 'a number of rules'), text.span);
      return;
    }
    default:
      applyNamespace(list, text, diagnostics);
  }
}

/** Applies `xmlns:prefix=URI`; the URI may be in quotes. */
function applyNamespace(list: ActionList, text: ast.Text, diagnostics: Diagnostics): void {
  const [, prefix = '', uri = ''] = /^([A-Za-z_][\w.-]*)=["']?([^"']+)["']?$/.exec(text.text) ?? [];
  if (uri !== '') list.namespaces.set(prefix, uri);
  else diagnostics.report(problem.badActionArgument('xmlns', 'PREFIX=URI'), text.span);
}

function applyDisruptive(
  list: ActionList,
  name: string,
  text: ast.Text,
  span: Span,
  diagnostics: Diagnostics,
): void {
  const value = resolveDisruptive(name, text, diagnostics);
  if (value !== undefined) list.disruptive = { value, span };
}

function resolveDisruptive(
  name: string,
  text: ast.Text,
  diagnostics: Diagnostics,
): WrittenDisruptive | undefined {
  switch (name) {
    case 'pass':
    case 'block':
    case 'deny':
    case 'drop':
      return { kind: name };
    case 'redirect':
      return { kind: 'redirect', location: resolveMacro(text, diagnostics) };
    default: {
      const scope = text.text.toLowerCase();
      if (scope === '') return { kind: 'allow', scope: 'all' };
      if (scope === 'phase' || scope === 'request') return { kind: 'allow', scope };
      diagnostics.report(
        problem.badActionArgument(name, 'nothing, phase or request', text.text),
        text.span,
      );
      return undefined;
    }
  }
}
