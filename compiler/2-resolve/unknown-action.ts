/** Explains the name of an action that does not exist. */
import type * as ast from '../1-parse/ast.ts';
import type { Problem } from '../diagnostics.ts';
import { actions, refusedActions } from '../language/actions.ts';
import { transformations } from '../language/transformations/index.ts';
import * as nameProblem from './name-problems.ts';

/** `before` is the action before it in the list. */
export function unknownAction(action: ast.Action, before: ast.Action | undefined): Problem {
  const { text } = action.name;
  const why = refusedActions.get(text.toLowerCase())?.why;
  if (why !== undefined) return nameProblem.refusedAction(text, why);
  if (/^!?@/.test(text)) return nameProblem.misplacedOperator(text);
  const [, option] = /^ctl[.=](.+)$/is.exec(text) ?? [];
  if (option !== undefined) return nameProblem.miswrittenAction(text, `ctl:${option}`);
  const [, assigned = '', value = ''] = /^(\w+)=(.*)$/s.exec(text) ?? [];
  if (actions.has(assigned.toLowerCase())) {
    return nameProblem.miswrittenAction(text, `${assigned}:${value}`);
  }
  const transformation = transformations.get(text.toLowerCase());
  if (transformation !== undefined)
    return nameProblem.miswrittenAction(text, `t:${transformation}`);
  const names = Array.from(actions.values(), (action) => action.name);
  const unknown = nameProblem.unknownAction(text, names);
  // Of a text any word may follow the comma, and some resemble an action: only a slip in one letter is taken for it.
  const isSlip = unknown.fix !== undefined || action.argument !== undefined;
  const isCut =
    before !== undefined && !(isSlip && unknown.hint !== undefined) && isBareText(before);
  return isCut ? nameProblem.cutText(text, before.name.text) : unknown;
}

const TEXTS: ReadonlySet<string> = new Set(['logdata', 'msg', 'tag']);

/** A text without single quotes ends at its first comma. */
function isBareText({ name, argument }: ast.Action): boolean {
  if (argument === undefined || !TEXTS.has(name.text.toLowerCase())) return false;
  const { source, end } = argument.span;
  return source.text.charAt(end) !== "'";
}
