/** Actions that decide what happens to the transaction when a rule matches. The last one of a list takes effect. */
import type * as ast from '../1-parse/ast.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { ActionList, ApplyAction, WrittenDisruptive } from './action-list.ts';
import * as problem from './problems.ts';
import { resolveMacro } from './resolve-macro.ts';

export const disruptiveActions = {
  allow: applyAllow,
  block: disruptive(() => ({ kind: 'block' })),
  deny: disruptive(() => ({ kind: 'deny' })),
  drop: disruptive(() => ({ kind: 'drop' })),
  pass: disruptive(() => ({ kind: 'pass' })),
  redirect: disruptive((text, diagnostics) => ({
    kind: 'redirect',
    location: resolveMacro(text, diagnostics),
  })),
} satisfies Readonly<Record<string, ApplyAction>>;

function disruptive(
  read: (text: ast.Text, diagnostics: Diagnostics) => WrittenDisruptive,
): ApplyAction {
  return (list, text, diagnostics, { span }) => {
    list.disruptive = { value: read(text, diagnostics), span };
  };
}

function applyAllow(
  list: ActionList,
  text: ast.Text,
  diagnostics: Diagnostics,
  { span }: ast.Action,
): void {
  const scope = text.text.toLowerCase();
  if (scope === '' || scope === 'phase' || scope === 'request') {
    list.disruptive = { value: { kind: 'allow', scope: scope === '' ? 'all' : scope }, span };
  } else {
    const expected = 'nothing, phase or request';
    diagnostics.report(problem.badActionArgument('allow', expected, text.text), text.span);
  }
}
