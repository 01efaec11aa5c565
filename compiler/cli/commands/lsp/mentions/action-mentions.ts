/** Finds names in action lists. */
import type { Action, Text } from '#compiler/1-parse/ast.ts';
import { trim } from '#compiler/1-parse/decode.ts';
import { subText } from '#compiler/1-parse/source-offset.ts';
import { trimSpace } from '#engine/bytes/ascii-space.ts';
import { keyOf, type Mention, nameOf, symbolOf } from './mention.ts';
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
    case 'tag':
      return [symbolOf('tag', 'definition', argument)];
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

/** Reads `tx.name=value` and `!tx.name`. A name with macros is skipped. */
function assigned(argument: Text): readonly Mention[] {
  const [head = '', name] =
    /^[ \t]*!?[ \t]*tx\.([^=% \t]+)(?=[ \t]*(?:=|$))/i.exec(argument.text) ?? [];
  if (name === undefined) return [];
  return [symbolOf('tx', 'definition', subText(argument, head.length - name.length, head.length))];
}

/** Reads `ruleRemoveById=1-3`, `ruleRemoveTargetById=1;ARGS:x` and `name=value`. */
function controlMentions(argument: Text): readonly Mention[] {
  const [name = ''] = /^[^=]*/.exec(argument.text) ?? [];
  const control = nameOf('control', subText(argument, 0, name.length));
  const [by] = /(?<=^ruleRemove(?:Target)?By)(?:Id|Tag)$/i.exec(trimSpace(name)) ?? [];
  if (by === undefined) return [control];
  const [value = ''] = /^=?[^;]*/.exec(argument.text.slice(name.length)) ?? [];
  const end = name.length + value.length;
  const selected = trim(subText(argument, name.length + 1, end));
  const target = targetMentions(subText(argument, end + 1, argument.text.length));
  if (by.toLowerCase() === 'id') return [control, ...rulesIn(selected), ...target];
  return [control, symbolOf('tag', 'reference', selected), ...target];
}

/** Reads `ARGS:name` after the semicolon. */
function targetMentions(text: Text): readonly Mention[] {
  const [, name, key] = /^\s*([A-Za-z_]\w*)(?::([\w.-]+)\s*$)?/.exec(text.text) ?? [];
  if (name === undefined) return [];
  const start = text.text.indexOf(name);
  const variable = nameOf('variable', subText(text, start, start + name.length));
  if (key === undefined) return [variable];
  const from = start + name.length + 1;
  return [variable, keyOf(name, subText(text, from, from + key.length))];
}
