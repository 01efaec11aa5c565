/** How far the lines of rules stand from the margin: four spaces for each link before, and four for what continues one. */
import type { Link } from '../../2-resolve/ruleset.ts';
import { linesOf, type Span, textOf } from '../../source.ts';
import type { LintContext } from '../context.ts';
import { crsRulesOf } from './crs-rules.ts';
import * as problem from './problems.ts';

/** One finding for a link, at its first line that stands elsewhere. */
export function lintIndentation({ ruleSet, diagnostics }: LintContext): void {
  for (const { links } of crsRulesOf(ruleSet)) {
    links.forEach((link, depth) => {
      const { source, start, end } = link.span;
      const lines = linesOf({ source, start: source.text.lastIndexOf('\n', start) + 1, end });
      const right = lines.map((line, index) =>
        indented(line, link, index === 0 ? depth : depth + 1),
      );
      const wrong = lines.findIndex((line, index) => textOf(line) !== right[index]);
      const line = lines[wrong];
      if (line === undefined) return;
      const from = source.text.slice(line.start, end);
      diagnostics.report(problem.indentation(from, right.slice(wrong).join('\n')), line);
    });
  }
}

/** Comments among the lines, and lines in the middle of a text, stand where they like. */
function indented(line: Span, { written }: Link, depth: number): string {
  const whole = textOf(line);
  const text = whole.replace(/^[ \t]+/, '');
  const at = line.end - text.length;
  const isInside = written.actions.some(({ span }) => span.start < at && at < span.end);
  return isInside || /^(?:#|\r?$)/.test(text) ? whole : ' '.repeat(4 * depth) + text;
}
