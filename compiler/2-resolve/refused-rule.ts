/**
 * Rules with errors. A directive that removes such a rule later removes its errors too: so one rule that this engine
 * cannot run does not make a whole third-party rule set fail.
 */
import type * as ast from '../1-parse/ast.ts';
import type { Metadata } from './ruleset.ts';

export type RefusedRule = {
  readonly kind: 'Refused';
  readonly id: number;
  /** As written; removals by message or tag select by it. */
  readonly metadata: Pick<Metadata, 'message' | 'tags'>;
};

/** Returns the refused rule of `directive`, a rule or the head of its chain. Undefined when it has no valid id. */
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
