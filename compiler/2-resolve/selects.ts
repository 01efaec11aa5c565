/** Decides which rules a directive or a ctl selects. */
import { macroSource } from './macro-text.ts';
import type { Metadata, Rule, RuleSelection } from './ruleset.ts';

type Selectable = Pick<Rule, 'id'> & {
  readonly metadata: Pick<Metadata, 'message' | 'tags'>;
};

/**
 * Returns whether `selection` contains `rule`. Tags and messages must be equal as a whole; messages are compared before macro
 * expansion (as in Coraza).
 */
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

/** Converts names of variables to upper case, because they are case-insensitive: `%{tx.a}` is `%{TX.a}`. */
function withUpperNames(message: string): string {
  return message.replace(/%\{[^.}]*/g, (start) => start.toUpperCase());
}
