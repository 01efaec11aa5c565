/**
 * Resolves SecDefaultAction: the actions that the rules of a phase inherit
 * (docs/spec/seclang-evaluation.md#default-actions).
 */
import type * as ast from '../1-parse/ast.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { actions } from '../language/actions.ts';
import * as problem from './problems.ts';
import {
  type InheritedActions,
  resolveActions,
  type WrittenDisruptive,
} from './resolve-actions.ts';
import type { Phase } from './ruleset.ts';

export type DefaultActions = InheritedActions & {
  /** Tags that every rule has before its own, as in ModSecurity. */
  readonly tags: readonly string[];
  /** The verdict of `block`; undefined when no SecDefaultAction names the phase. */
  readonly disruptive: WrittenDisruptive | undefined;
};

export type DefaultsByPhase = ReadonlyMap<Phase, DefaultActions>;

const nothing: InheritedActions & Pick<DefaultActions, 'tags'> = {
  transformations: [],
  log: false,
  audit: false,
  status: undefined,
  tags: [],
};

/** The built-in defaults: only phase 2 logs. */
export const builtInDefaults: DefaultsByPhase = new Map([
  [2, { ...nothing, log: true, audit: true, disruptive: undefined }],
]);

export function defaultsFor(phase: Phase, defaults: DefaultsByPhase): DefaultActions {
  return defaults.get(phase) ?? { ...nothing, disruptive: undefined };
}

/** Returns `defaults` with the directive's phase replaced. After an error, which is reported, they are unchanged. */
export function resolveDefaultAction(
  directive: ast.SecDefaultAction,
  defaults: DefaultsByPhase,
  diagnostics: Diagnostics,
): DefaultsByPhase {
  const list = resolveActions(directive.actions, nothing, diagnostics);
  const report = (message: string): DefaultsByPhase => {
    diagnostics.report(problem.badDefaultAction(message), directive.span);
    return defaults;
  };
  if (list.phase === undefined) return report('SecDefaultAction needs a phase.');
  if (list.disruptive === undefined || list.disruptive.value.kind === 'block') {
    return report('SecDefaultAction needs one of pass, deny, drop, redirect and allow.');
  }
  const stray = directive.actions.find(
    (action) => !actions.get(action.name.text.toLowerCase())?.inherited,
  );
  if (stray !== undefined) return report(`SecDefaultAction cannot contain ${stray.name.text}.`);
  const { transformations, log, audit, status } = list;
  const { tags } = list.metadata;
  const disruptive = list.disruptive.value;
  const own = { transformations, log, audit, status, tags, disruptive };
  return new Map([...defaults, [list.phase, own]]);
}
