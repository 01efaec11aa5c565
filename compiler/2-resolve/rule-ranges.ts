/** Rule ids and ranges (`942100`, `942100-942199`, blank- or comma-separated), and what they select. */
import type * as ast from '../1-parse/ast.ts';
import type { Diagnostics } from '../diagnostics.ts';
import * as problem from './problems.ts';
import { literalText } from './resolve-macro.ts';
import { MAX_ID, parseNumber } from './resolve-metadata.ts';
import type { Macro, Rule, RuleSelection } from './ruleset.ts';

export type RuleRange = readonly [from: number, to: number];

/** The ranges that can be read; the others are reported. */
export function parseRuleRanges(value: ast.Text, diagnostics: Diagnostics): readonly RuleRange[] {
  const ranges: RuleRange[] = [];
  for (const word of value.text.split(/[\s,]+/)) {
    if (word === '') continue;
    const [from, to] = word.split('-').map((digits) => parseNumber(digits, 0, MAX_ID));
    const last = word.includes('-') ? to : from;
    if (from === undefined || last === undefined || last < from) {
      diagnostics.report(problem.badRuleRange(word), value.span);
    } else ranges.push([from, last]);
  }
  return ranges;
}

/** Tags and messages are compared whole, messages before their macros are expanded (as Coraza). */
export function selects(selection: RuleSelection, rule: Pick<Rule, 'id' | 'metadata'>): boolean {
  switch (selection.kind) {
    case 'Ids':
      return selection.ranges.some(([from, to]) => rule.id >= from && rule.id <= to);
    case 'Tag':
      return rule.metadata.tags.includes(selection.tag);
    case 'Msg':
      return macroSource(rule.metadata.message) === selection.message;
  }
}

function macroSource(macro: Macro | undefined): string | undefined {
  if (macro === undefined) return undefined;
  return literalText(
    macro.map((part) =>
      part.kind === 'Literal' ? part : { kind: 'Literal', text: variableSource(part) },
    ),
  );
}

function variableSource(part: Extract<Macro[number], { kind: 'Variable' }>): string {
  const key = part.key === undefined ? '' : `.${part.key}`;
  return `%{${part.variable.name}${key}}`;
}
