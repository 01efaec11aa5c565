/** Resolves the verdict of a rule: its own or that of SecDefaultAction, with its status. */
import type { Diagnostics } from '../diagnostics.ts';
import type { ActionList, WrittenDisruptive } from './action-list.ts';
import type { DefaultActions } from './default-actions.ts';
import * as problem from './problems.ts';
import type { Disruptive, Phase } from './ruleset.ts';

export function resolveVerdict(
  list: ActionList,
  phase: Phase,
  defaults: DefaultActions,
  diagnostics: Diagnostics,
): Disruptive | undefined {
  const own = list.disruptive;
  if (own?.value.kind === 'block' && defaults.disruptive === undefined) {
    diagnostics.report(problem.blockWithoutDefault(phase), own.span);
    return { kind: 'pass' };
  }
  if (own !== undefined && own.value.kind !== 'block') return withStatus(own.value, list.status);
  return defaults.disruptive && withStatus(defaults.disruptive, list.status ?? defaults.status);
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307]);

/** Returns the verdict with its status: 403 by default, 302 for a redirect. */
export function withStatus(written: WrittenDisruptive, status: number | undefined): Disruptive {
  switch (written.kind) {
    case 'deny':
    case 'drop':
      return { kind: written.kind, status: status ?? 403 };
    case 'redirect': {
      const valid = status !== undefined && REDIRECTS.has(status);
      return { ...written, kind: 'redirect', status: valid ? status : 302 };
    }
    case 'allow':
      return written;
    default:
      return { kind: 'pass' };
  }
}
