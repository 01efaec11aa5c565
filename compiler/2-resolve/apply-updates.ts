/** Applies SecRuleRemoveBy*, and the part that all updates share: they affect only the rules that are loaded so far. */
import type * as ast from '../1-parse/ast.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Span } from '../source.ts';
import * as problem from './problems.ts';
import type { RefusedRule } from './refused-rule.ts';
import { resolveSelection } from './resolve-control.ts';
import type { Link, Marker, Rule, RuleSelection } from './ruleset.ts';
import { selects } from './selects.ts';
import { updateSelections } from './update-selections.ts';

/** Entries in load order. An update never turns a refused rule into a valid one. */
export type Entries = readonly (Rule | Marker | RefusedRule)[];

export function applyRemoval(
  entries: Entries,
  directive: ast.SecRuleRemove,
  diagnostics: Diagnostics,
): Entries {
  const selection = resolveSelection(directive.by, directive.values, diagnostics);
  if (selection === undefined) return entries;
  const remaining = entries.filter(
    (entry) => entry.kind === 'Marker' || !selects(selection, entry),
  );
  reportMissing(entries, selection, directive.span, diagnostics);
  return remaining;
}

/** Reports the ids and ranges, or the tag or message, that no rule has. */
function reportMissing(
  entries: Entries,
  selection: RuleSelection,
  span: Span,
  diagnostics: Diagnostics,
): void {
  const isFound = (part: RuleSelection): boolean =>
    entries.some((entry) => entry.kind !== 'Marker' && selects(part, entry));
  if (selection.kind !== 'Ids' || selection.ranges.length === 0) {
    if (isFound(selection)) return;
    diagnostics.report(problem.noSuchRule(describe(selection), nameOf(selection)), span);
    return;
  }
  const ranges = selection.ranges.filter((range) => !isFound({ kind: 'Ids', ranges: [range] }));
  if (ranges.length === 0) return;
  const missing: RuleSelection = { kind: 'Ids', ranges };
  diagnostics.report(problem.noSuchRule(describe(missing), nameOf(missing)), span);
}

/** A directive that selects rules: an update or a removal. */
export type Selecting = {
  readonly by: ast.RuleSelection;
  readonly values: readonly ast.Text[];
  readonly span: Span;
};

/** Returns `entries` with the selected rules rewritten. It reports selections that match no rule. */
export function update(
  entries: Entries,
  { by, values, span }: Selecting,
  rewrite: (rule: Rule, offset: number) => Rule,
  diagnostics: Diagnostics,
): Entries {
  let updated = entries;
  for (const { rules, offset } of updateSelections(by, values, diagnostics)) {
    if (offset === 0) reportMissing(entries, rules, span, diagnostics);
    let selected = false;
    updated = updated.map((entry) => {
      if (entry.kind === 'Marker' || !selects(rules, entry)) return entry;
      if (entry.kind === 'Rule' && offset >= entry.links.length) return entry;
      selected = true;
      return entry.kind === 'Rule' ? rewrite(entry, offset) : entry;
    });
    if (selected || offset === 0) continue;
    diagnostics.report(problem.noSuchRule(`${describe(rules)}:${offset}`, nameOf(rules)), span);
  }
  return updated;
}

const EMPTY = '""';

function describe(selection: RuleSelection): string {
  switch (selection.kind) {
    case 'Ids': {
      if (selection.ranges.length === 0) return `id ${EMPTY}`;
      const ranges = selection.ranges.map(([from, to]) =>
        from === to ? `${from}` : `${from}-${to}`,
      );
      return `id ${ranges.join(', ')}`;
    }
    case 'Tag':
      return `tag ${selection.tag || EMPTY}`;
    case 'Msg':
      return `msg ${selection.message || EMPTY}`;
  }
}

/** Returns the id, tag or message by which rules are selected; of several ids the first. */
function nameOf(selection: RuleSelection): string {
  switch (selection.kind) {
    case 'Ids':
      return `${selection.ranges[0]?.[0] ?? ''}`;
    case 'Tag':
      return selection.tag;
    case 'Msg':
      return selection.message;
  }
}

/** Returns the rule with the link at `offset` replaced by `change(link)`. The rule must have a link there. */
export function withLink(
  { links, ...rule }: Rule,
  offset: number,
  change: (link: Link) => Link,
): Rule {
  const [head, ...chained] = links;
  if (offset === 0) return { ...rule, links: [change(head), ...chained] };
  const changed = chained.map((link, index) => (index === offset - 1 ? change(link) : link));
  return { ...rule, links: [head, ...changed] };
}
