/** Reads SecRuleScript: a rule whose test is a script. */
import type * as ast from '../1-parse/ast.ts';

/**
 * Returns the script as a SecAction with only what other stages need: its id and chain. Undefined for other directives.
 */
export function scriptAsRule({
  name,
  arguments: words,
  span,
}: ast.Setting): ast.SecAction | undefined {
  if (name.text.toLowerCase() !== 'secrulescript') return undefined;
  const list = words[1];
  const text = list?.text ?? '';
  const actions: ast.Action[] = [];
  const id = /(?:^|[,\s])id:\s*'?(\d{1,10})/i.exec(text)?.[1];
  if (list !== undefined && id !== undefined) actions.push(action('id', id, list));
  if (list !== undefined && /(?:^|[,\s])chain(?:[,\s]|$)/i.test(text)) {
    actions.push(action('chain', undefined, list));
  }
  return { kind: 'SecAction', actions, span };
}

function action(name: string, argument: string | undefined, { span }: ast.Text): ast.Action {
  return {
    name: { text: name, span },
    argument: argument === undefined ? undefined : { text: argument, span },
    span,
  };
}
