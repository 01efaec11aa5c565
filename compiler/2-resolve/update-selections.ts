/** Resolves which rules an update selects, and which link of them: `ID:OFFSET` (manual: SecRuleUpdateActionById). */
import type * as ast from '../1-parse/ast.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { cut } from './cut-text.ts';
import { resolveSelection } from './resolve-control.ts';
import { parseNumber } from './resolve-metadata.ts';
import type { RuleSelection } from './ruleset.ts';

export type UpdateSelection = {
  readonly rules: RuleSelection;
  /** Offset of the link; 0 is the first rule of the chain. */
  readonly offset: number;
};

const MOST_LINKS = 1_000_000;

/** Returns the valid selections and reports the others. */
export function updateSelections(
  by: ast.RuleSelection,
  values: readonly ast.Text[],
  diagnostics: Diagnostics,
): readonly UpdateSelection[] {
  const heads: ast.Text[] = [];
  const links: UpdateSelection[] = [];
  for (const value of values) {
    const [id, written] = by === 'Id' ? cut(value, ':') : [value, undefined];
    const offset = parseNumber(written?.text ?? '', 0, MOST_LINKS);
    const rules = offset === undefined ? undefined : resolveSelection(by, [id], diagnostics);
    if (offset === undefined) heads.push(value);
    else if (rules !== undefined) links.push({ rules, offset });
  }
  // Without any value it is the empty selection, which is reported because no rule matches it.
  const hasHeads = heads.length > 0 || values.length === 0;
  const rules = hasHeads ? resolveSelection(by, heads, diagnostics) : undefined;
  return rules === undefined ? links : [{ rules, offset: 0 }, ...links];
}
