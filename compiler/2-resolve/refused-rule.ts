/**
 * Rules with errors. A later directive that removes one takes its errors away too: one rule that this engine
 * cannot run does not cost a set that others wrote.
 */
import type * as ast from '../1-parse/ast.ts';
import type { Metadata } from './ruleset.ts';

export type RefusedRule = {
  readonly kind: 'Refused';
  readonly id: number;
  /** As written: what removals select by. */
  readonly metadata: Pick<Metadata, 'message' | 'tags'>;
};

/** `directive`: the rule, or the head of its chain. undefined: it has no id to remove it by. */
export function refuseRule(directive: ast.SecRule | ast.SecAction): RefusedRule | undefined {
  const [id] = argumentsOf(directive, 'id').map(({ text }) => Number(text));
  if (id === undefined || !Number.isSafeInteger(id) || id <= 0) return undefined;
  const text = argumentsOf(directive, 'msg').at(-1);
  const message = text === undefined ? undefined : [{ kind: 'Literal', ...text } as const];
  const tags = argumentsOf(directive, 'tag').map((tag) => tag.text);
  return { kind: 'Refused', id, metadata: { message, tags } };
}

function argumentsOf({ actions }: ast.SecRule | ast.SecAction, name: string): readonly ast.Text[] {
  return actions
    .filter((action) => action.name.text.toLowerCase() === name)
    .flatMap(({ argument }) => (argument === undefined ? [] : [argument]));
}
