/** Parses rule ids and ranges (`942100`, `942100-942199`), separated by blanks or commas. */
import type * as ast from '../1-parse/ast.ts';
import type { Diagnostics } from '../diagnostics.ts';
import * as problem from './problems.ts';
import { MAX_ID, parseNumber } from './resolve-metadata.ts';

export type RuleRange = readonly [from: number, to: number];

/** Returns the valid ranges and reports the others. */
export function parseRuleRanges(value: ast.Text, diagnostics: Diagnostics): readonly RuleRange[] {
  const ranges: RuleRange[] = [];
  for (const word of value.text.split(/[ \t,]+/)) {
    if (word === '') continue;
    const numbers = word.split('-').map((digits) => parseNumber(digits, 0, MAX_ID));
    const [from, to] = [numbers[0], numbers.at(-1)];
    if (numbers.length > 2 || from === undefined || to === undefined || to < from) {
      diagnostics.report(problem.badRuleRange(word), value.span);
    } else ranges.push([from, to]);
  }
  return ranges;
}
