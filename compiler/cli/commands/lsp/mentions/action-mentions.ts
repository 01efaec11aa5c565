/** Names in action lists. */
import type { Action, Text } from '../../../../1-parse/ast.ts';
import { subText } from '../../../../1-parse/source-offset.ts';
import { type Mention, nameOf, symbolOf } from './mention.ts';
import { macrosIn, rulesIn } from './text-mentions.ts';

export function actionMentions(actions: readonly Action[]): readonly Mention[] {
  return actions.flatMap(({ name, argument }) => [
    nameOf('action', name),
    ...(argument === undefined ? [] : argumentMentions(name.text.toLowerCase(), argument)),
  ]);
}

function argumentMentions(action: string, argument: Text): readonly Mention[] {
  switch (action) {
    case 't':
      return [nameOf('transformation', argument)];
    case 'id':
      return rulesIn(argument).map((mention) => ({ ...mention, role: 'definition' as const }));
    case 'skipafter':
      return [symbolOf('marker', 'reference', argument)];
    case 'setvar':
    case 'expirevar':
    case 'deprecatevar':
      return [...assigned(argument), ...macrosIn(argument)];
    case 'ctl':
      return controlMentions(argument);
    default:
      return macrosIn(argument);
  }
}

/** `tx.name=value` and `!tx.name`; a name that macros make is no name yet. */
function assigned(argument: Text): readonly Mention[] {
  const [head = '', name] = /^\s*!?\s*tx\.([^=%\s]+)(?=\s*(?:=|$))/i.exec(argument.text) ?? [];
  if (name === undefined) return [];
  return [symbolOf('tx', 'definition', subText(argument, head.length - name.length, head.length))];
}

/** `ruleRemoveById=1-3`, `ruleRemoveTargetById=1;ARGS:x`, `name=value`. */
function controlMentions(argument: Text): readonly Mention[] {
  const [name = ''] = /^[^=]*/.exec(argument.text) ?? [];
  const control = nameOf('control', subText(argument, 0, name.length));
  if (!/ById$/i.test(name.trim())) return [control];
  const [value = ''] = /^[^;]*/.exec(argument.text.slice(name.length)) ?? [];
  const end = name.length + value.length;
  return [control, ...rulesIn(subText(argument, name.length, end))];
}
