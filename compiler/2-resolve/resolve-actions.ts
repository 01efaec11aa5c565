/** Resolves action lists: metadata, effects, flow and verdict of each list in one record. */
import type * as ast from '../1-parse/ast.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { type ActionName, actions } from '../language/actions.ts';
import { transformations } from '../language/transformations/index.ts';
import type { ActionList, ApplyAction, InheritedActions } from './action-list.ts';
import { disruptiveActions } from './disruptive-actions.ts';
import { effectActions } from './effect-actions.ts';
import { flowActions } from './flow-actions.ts';
import { metadataActions } from './metadata-actions.ts';
import * as nameProblem from './name-problems.ts';
import * as problem from './problems.ts';
import type { Metadata } from './ruleset.ts';
import { unknownAction } from './unknown-action.ts';

/** One function for each action; the type requires all. */
const appliers: Readonly<Record<ActionName, ApplyAction>> = {
  ...metadataActions,
  ...flowActions,
  ...disruptiveActions,
  ...effectActions,
  t: applyTransformation,
};

const byLowerName: ReadonlyMap<string, ApplyAction> = new Map(
  Object.entries(appliers).map(([name, apply]) => [name.toLowerCase(), apply]),
);

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
  byLowerName.get(name)?.(list, text, diagnostics, action);
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
