/**
 * Resolves SecDefaultAction: the actions that the rules of a phase inherit
 * (docs/spec/seclang-evaluation.md#default-actions).
 */
import type * as ast from '../1-parse/ast.ts';
import { Diagnostics } from '../diagnostics.ts';
import { actions } from '../language/actions.ts';
import type { InheritedActions, WrittenDisruptive } from './action-list.ts';
import * as problem from './problems.ts';
import { resolveActions } from './resolve-actions.ts';
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

const NO_VERDICT = 'SecDefaultAction needs one of pass, deny, drop, redirect and allow.';

/** Returns `defaults` with the directive's phase replaced. After an error, which is reported, they are unchanged. */
export function resolveDefaultAction(
  directive: ast.SecDefaultAction,
  defaults: DefaultsByPhase,
  diagnostics: Diagnostics,
): DefaultsByPhase {
  const found = new Diagnostics();
  const list = resolveActions(directive.actions, nothing, found);
  // A wrong or unknown action may be the phase or the verdict that would be missing.
  const isReadable = !found.hasErrors;
  for (const { name, span } of directive.actions) {
    const record = actions.get(name.text.toLowerCase());
    if (record !== undefined && !record.inherited) {
      found.report(problem.badDefaultAction(`SecDefaultAction cannot contain ${name.text}.`), span);
    }
  }
  if (isReadable && list.phase === undefined) {
    found.report(problem.badDefaultAction('SecDefaultAction needs a phase.'), directive.span);
  }
  const isOpen = list.disruptive === undefined || list.disruptive.value.kind === 'block';
  if (isReadable && isOpen) {
    found.report(problem.badDefaultAction(NO_VERDICT), directive.span);
  }
  diagnostics.add(found.list);
  if (found.hasErrors || list.phase === undefined || list.disruptive === undefined) return defaults;
  const { transformations, log, audit, status } = list;
  const { tags } = list.metadata;
  const disruptive = list.disruptive.value;
  const own = { transformations, log, audit, status, tags, disruptive };
  return new Map([...defaults, [list.phase, own]]);
}
