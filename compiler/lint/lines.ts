/** Reports lines of rule files that other engines cannot read. */
import type { Diagnostics } from '../diagnostics.ts';
import { linesOf, type SourceFile, textOf } from '../source.ts';
import type { LintContext } from './context.ts';
import { dataPaths } from './data-files.ts';
import { rulesOfSet } from './locations.ts';
import * as problem from './problems.ts';

export function lintLines({ ruleSet, sources, diagnostics }: LintContext): void {
  const data = new Set(rulesOfSet(ruleSet).flatMap(({ links }) => links.flatMap(dataPaths)));
  const isInDataset = ({ path }: SourceFile, at: number): boolean =>
    ruleSet.datasets.some(
      ({ span }) => span.source.path === path && at >= span.start && at <= span.end,
    );
  for (const source of sources.filter(({ path }) => !data.has(path))) {
    reportBlanks(source, (at) => isInDataset(source, at), diagnostics);
  }
}

/** A comment ends with its line, also after a backslash. */
const BLANKS = /^(?![ \t]*#).*\\([ \t]+)\r?$/;

function reportBlanks(
  source: SourceFile,
  isData: (at: number) => boolean,
  diagnostics: Diagnostics,
): void {
  for (const line of linesOf({ source, start: 0, end: source.text.length })) {
    const text = textOf(line);
    const blanks = BLANKS.exec(text)?.[1];
    if (blanks === undefined || isData(line.start)) continue;
    const end = line.end - (text.endsWith('\r') ? 1 : 0);
    const span = { source, start: end - blanks.length, end };
    diagnostics.report(problem.blankAfterBackslash(blanks), span);
  }
}
