/** Reports wrong indentation: four spaces for each link before, and four more for a line that continues a directive. */
import type { Link } from '../../2-resolve/ruleset.ts';
import { linesOf, type Span, textOf } from '../../source.ts';
import type { LintContext } from '../context.ts';
import { crsRulesOf } from './crs-rules.ts';
import * as problem from './problems.ts';

/** Reports one finding for a link, at its first line with wrong indentation. */
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

/** Returns the line with its correct indentation. Comments, and lines in the middle of a text, stay as they are. */
function indented(line: Span, { written }: Link, depth: number): string {
  const whole = textOf(line);
  const text = whole.replace(/^[ \t]+/, '');
  const at = line.end - text.length;
  const isInside = written.actions.some(({ span }) => span.start < at && at < span.end);
  return isInside || /^(?:#|\r?$)/.test(text) ? whole : ' '.repeat(4 * depth) + text;
}
