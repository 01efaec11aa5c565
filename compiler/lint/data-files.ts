/** Reports repeated entries in data files and data sets, and line ends of other systems. */
import { lowerAscii } from '#engine/bytes/byte-string.ts';
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

/** Returns the paths of a link's data files, resolved as in resolve: relative to the rule file. */
export function dataPaths({ test, written }: Link): readonly string[] {
  const isList =
    test?.operator.argument === 'phraseFile' || test?.operator.argument === 'addressFile';
  if (!isList || written.kind !== 'SecRule') return [];
  const { argument } = written.operator;
  return pathsIn(argument).map((path) => besideFile(argument.span.source.path, path));
}

/** Reports one finding for the file, because usually all its lines have the same line end. */
function reportLineEnds(lines: readonly Span[], diagnostics: Diagnostics): void {
  const first = lines.find((line) => textOf(line).endsWith('\r'));
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return;
  const from = first.source.text.slice(first.start, last.end + 1);
  const fix = { from, to: from.replaceAll('\r\n', '\n') };
  diagnostics.report(problem.crlfDataFile(shownPath(first.source), fix), first);
}

/** Reports one finding for the list, at the first repeated entry. */
function reportRepeated(lines: readonly Span[], diagnostics: Diagnostics): void {
  const known = new Map<string, Span>();
  const repeated = lines.filter((line) => {
    // Matching ignores case.
    const entry = lowerAscii(entryOf(textOf(line)));
    if (entry === '') return false;
    if (known.has(entry)) return true;
    known.set(entry, line);
    return false;
  });
  const [first, ...others] = repeated;
  const before = first && known.get(lowerAscii(entryOf(textOf(first))));
  if (first === undefined || before === undefined) return;
  const note = { message: 'It first occurs here', span: before };
  const found = problem.repeatedLine(others.length, without([first, ...others]));
  diagnostics.report(found, first, [note]);
}

/**
 * Returns a fix that removes the lines: the text from the first to the last of them, and the same text without them.
 */
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
