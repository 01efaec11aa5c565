/**
 * Comments that silence findings in the next directive: `# portcullis:ignore CODE reason`, and those of
 * crs-linter, `#crs-linter:ignore:name,name`, for the checks that both know.
 */
import { logicalLines } from '../1-parse/logical-lines.ts';
import { Diagnostics } from '../diagnostics.ts';
import { unusedIgnore } from '../lint/problems.ts';
import type { SourceFile, Span } from '../source.ts';
import { codes } from './codes.ts';
import type { Finding } from './finding.ts';

type Ignore = {
  readonly codes: readonly string[];
  /** The directive it speaks of. */
  readonly reach: Span;
  /** The code in the comment; undefined: another tool's, which need not have a finding here. */
  readonly span: Span | undefined;
};

const OURS = /^[ \t]*#[ \t]*portcullis:ignore[ \t]+([^ \t\r\n]+)/gm;
const THEIRS = /^[ \t]*#crs-linter:ignore:([^ \t\r\n]+)/gm;

/** Checks of crs-linter -> our codes for the same mistake. */
const CRS_LINTER: ReadonlyMap<string, readonly string[]> = new Map([
  ['capture', ['missing-capture']],
  ['duplicated', ['duplicate-id']],
  ['standalonetxn', ['missing-capture']],
  ['variables_usage', ['unset-variable', 'early-read', 'unused-variable']],
]);

/** The findings nobody has silenced; comments that silence nothing are findings themselves. */
export function applySuppressions(
  findings: readonly Finding[],
  sources: readonly SourceFile[],
): readonly Finding[] {
  const ignores = sources.flatMap(ignoresOf);
  const used = new Set<Ignore>();
  const kept = findings.filter((finding) => {
    const by = ignores.filter((ignore) => reaches(ignore, finding));
    for (const ignore of by) used.add(ignore);
    return by.length === 0;
  });
  const unused = ignores.filter((ignore) => !used.has(ignore)).flatMap(reportUnused);
  return [...kept, ...unused];
}

function reaches({ codes: silenced, reach }: Ignore, { code, span }: Finding): boolean {
  const isInside = span.start >= reach.start && span.start <= reach.end;
  return silenced.includes(code) && span.source.path === reach.source.path && isInside;
}

function reportUnused({ codes: [code = ''], span }: Ignore): readonly Finding[] {
  if (span === undefined) return [];
  const others = codes.has(code) ? [] : codes.keys();
  return [{ ...unusedIgnore(code, others), span, notes: [], profiles: [] }];
}

function ignoresOf(source: SourceFile): readonly Ignore[] {
  const { text } = source;
  if (!text.includes(':ignore')) return [];
  const directives = [...logicalLines(source, new Diagnostics())].map((line) => line.span);
  const reachOf = (offset: number): Span =>
    directives.find(({ start }) => start > offset) ?? {
      source,
      start: text.length,
      end: text.length,
    };
  const ours = [...text.matchAll(OURS)].map((found): Ignore => {
    const code = found[1] ?? '';
    const end = found.index + found[0].length;
    const span = { source, start: end - code.length, end };
    return { codes: [code], reach: reachOf(end), span };
  });
  const theirs = [...text.matchAll(THEIRS)].map((found): Ignore => {
    const names = (found[1] ?? '').split(',');
    const silenced = names.flatMap((name) => CRS_LINTER.get(name) ?? []);
    return { codes: silenced, reach: reachOf(found.index), span: undefined };
  });
  return [...ours, ...theirs];
}
