/** Fields of a directive -> its text. */
import type { DirectiveItem } from './document.ts';
import type { ActionField } from './fields.ts';

const INSIDE = ' \\\n    ';

/** Returns the directive in the layout of `portcullis format`. */
export function newDirective(item: DirectiveItem): string {
  const { name = '', targets, replaced, operator, actions, arguments: list } = item;
  const isUpdate = list !== undefined && targets !== undefined;
  const actionList = actions?.map(quotedAction).join(',\\\n    ');
  return [
    name,
    ...(list ?? []).map((text) => ` ${quotedArgument(text, false)}`),
    ...(targets === undefined
      ? []
      : [isUpdate ? ` "${targets.join('|')}"` : ` ${targets.join('|')}`]),
    ...(replaced === undefined ? [] : [` "${replaced.join('|')}"`]),
    ...(operator === undefined ? [] : [` ${quotedOperator(operator)}`]),
    ...(actionList === undefined ? [] : [`${INSIDE}"${actionList}"`]),
  ].join('');
}

export function quotedOperator(text: string): string {
  return `"${escapeQuotes(text, '"')}"`;
}

/** Returns an action for a list in double quotes; its argument is quoted with single quotes where necessary. */
export function quotedAction({ name, argument }: ActionField): string {
  if (argument === undefined) return name;
  const isPlain = /^[\w.:=;+-]*$/.test(argument) || /^t$|^id$|^phase$|^ctl$/i.test(name);
  return isPlain && !/[,']/.test(argument)
    ? `${name}:${escapeQuotes(argument, '"')}`
    : `${name}:'${escapeQuotes(escapeQuotes(argument, "'"), '"')}'`;
}

export function quotedArgument(text: string, isQuoted: boolean): string {
  const escaped = escapeQuotes(text, '"');
  return isQuoted || !/[\s"]|^$/.test(text) ? escaped : `"${escaped}"`;
}

/** Escapes each `char` that has no backslash before it. */
function escapeQuotes(text: string, char: string): string {
  return text.replace(/\\[\s\S]|["']/g, (found) => (found === char ? `\\${found}` : found));
}
