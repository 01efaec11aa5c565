/** Lists in data files and data sets: entries that stand twice, and line ends of other systems. */

import { entryOf, pathsIn } from '../2-resolve/data-files.ts';
import type { Link } from '../2-resolve/ruleset.ts';
import type { Diagnostics, Fix } from '../diagnostics.ts';
import { besideFile } from '../rule-files.ts';
import { linesOf, type Span, shownPath, textOf } from '../source.ts';
import type { LintContext } from './context.ts';
import { rulesOfSet } from './locations.ts';
import * as problem from './problems.ts';

export function lintDataFiles({ ruleSet, sources, diagnostics }: LintContext): void {
  const paths = new Set(rulesOfSet(ruleSet).flatMap(({ links }) => links.flatMap(dataPaths)));
  for (const source of sources.filter(({ path }) => paths.has(path))) {
    const lines = linesOf({ source, start: 0, end: source.text.length });
    reportLineEnds(lines, diagnostics);
    reportRepeated(lines, diagnostics);
  }
  for (const { span } of ruleSet.datasets) reportRepeated(linesOf(span), diagnostics);
}

/** As resolving finds them: named in the operator, beside the rule file. */
export function dataPaths({ test, written }: Link): readonly string[] {
  const isList =
    test?.operator.argument === 'phraseFile' || test?.operator.argument === 'addressFile';
  if (!isList || written.kind !== 'SecRule') return [];
  const { argument } = written.operator;
  return pathsIn(argument).map((path) => besideFile(argument.span.source.path, path));
}

/** One finding for the file: who wrote one line so wrote them all. */
function reportLineEnds(lines: readonly Span[], diagnostics: Diagnostics): void {
  const first = lines.find((line) => textOf(line).endsWith('\r'));
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return;
  const from = first.source.text.slice(first.start, last.end + 1);
  const fix = { from, to: from.replaceAll('\r\n', '\n') };
  diagnostics.report(problem.crlfDataFile(shownPath(first.source), fix), first);
}

/** One finding for the list, at the first entry that has stood before. */
function reportRepeated(lines: readonly Span[], diagnostics: Diagnostics): void {
  const known = new Map<string, Span>();
  const repeated = lines.filter((line) => {
    // Matching ignores case.
    const entry = entryOf(textOf(line)).toLowerCase();
    if (entry === '') return false;
    if (known.has(entry)) return true;
    known.set(entry, line);
    return false;
  });
  const [first, ...others] = repeated;
  const before = first && known.get(entryOf(textOf(first)).toLowerCase());
  if (first === undefined || before === undefined) return;
  const note = { message: 'It first stands here', span: before };
  const found = problem.repeatedLine(others.length, without([first, ...others]));
  diagnostics.report(found, first, [note]);
}

/** The text from the first of the lines to the last one, and what is left of it without them. */
function without(lines: readonly [Span, ...Span[]]): Fix {
  const [first] = lines;
  const { text } = first.source;
  const last = lines.at(-1) ?? first;
  let [to, copied] = ['', first.start];
  for (const line of lines) {
    to += text.slice(copied, line.start);
    copied = line.end + 1;
  }
  return { from: text.slice(first.start, last.end + 1), to };
}
