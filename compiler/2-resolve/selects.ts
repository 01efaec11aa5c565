/** Which rules a directive or a ctl means. */
import { macroSource } from './macro-text.ts';
import type { Metadata, Rule, RuleSelection } from './ruleset.ts';

type Selectable = Pick<Rule, 'id'> & {
  readonly metadata: Pick<Metadata, 'message' | 'tags'>;
};

/** Tags and messages are compared whole, messages before their macros are expanded (as Coraza). */
export function selects(selection: RuleSelection, rule: Selectable): boolean {
  switch (selection.kind) {
    case 'Ids':
      return selection.ranges.some(([from, to]) => rule.id >= from && rule.id <= to);
    case 'Tag':
      return rule.metadata.tags.includes(selection.tag);
    case 'Msg': {
      const { message } = rule.metadata;
      if (message === undefined) return false;
      return withUpperNames(macroSource(message)) === withUpperNames(selection.message);
    }
  }
}

/** Names of variables have no case: `%{tx.a}` is `%{TX.a}`. */
function withUpperNames(message: string): string {
  return message.replace(/%\{[^.}]*/g, (start) => start.toUpperCase());
}
