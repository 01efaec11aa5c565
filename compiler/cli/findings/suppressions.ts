/**
 * Comments that suppress findings in the next directive, up to the end of its chain: `# portcullis:ignore CODE reason`,
 * and those of crs-linter, `#crs-linter:ignore:name,name`.
 */
import { logicalLines } from '#compiler/1-parse/logical-lines.ts';
import { Diagnostics } from '#compiler/diagnostics.ts';
import { unusedIgnore } from '#compiler/lint/problems.ts';
import type { SourceFile, Span } from '#compiler/source.ts';
import { codes } from './codes.ts';
import { crsLinterCodes } from './crs-linter.ts';
import type { Finding } from './finding.ts';

type Ignore = {
  readonly codes: readonly string[];
  /** The directives to which it applies. */
  readonly reach: Span;
  /** The code in the comment; undefined for another tool's comment, which need not suppress anything here. */
  readonly span: Span | undefined;
};

const OURS = /^[ \t]*#[ \t]*portcullis:ignore[ \t]+([^ \t\r\n]+)/gm;
const THEIRS = /^[ \t]*#[ \t]*crs-linter[ \t]*:[ \t]*ignore[ \t]*:([a-z_, \t]+)\r?$/gim;

/** crs-linter recognises a chain by this action in a list, whatever else is on the line. */
const OPENS_CHAIN = /[,"\s]chain(?:[,"\s]|$)/i;

/**
 * Returns the findings that are not suppressed. A comment that suppresses nothing is itself a finding, unless it names
 * a code of `disabled`, which was not searched for.
 */
export function applySuppressions(
  findings: readonly Finding[],
  sources: readonly SourceFile[],
  disabled: ReadonlySet<string>,
): readonly Finding[] {
  const ignores = sources.flatMap(ignoresOf);
  const used = new Set<Ignore>();
  const remaining = findings.filter((finding) => {
    const by = ignores.filter((ignore) => reaches(ignore, finding));
    for (const ignore of by) used.add(ignore);
    return by.length === 0;
  });
  // The comment may be for a finding that an error hides; an unknown code suppresses nothing in any case.
  const hasErrors = findings.some(({ severity }) => severity === 'error');
  const isLookedFor = (code: string): boolean =>
    !disabled.has(code) && !(hasErrors && codes.has(code));
  const isUnused = (ignore: Ignore): boolean =>
    !used.has(ignore) && ignore.codes.every(isLookedFor);
  return [...remaining, ...ignores.filter(isUnused).flatMap(reportUnused)];
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
  if (!text.includes('ignore')) return [];
  const directives = [...logicalLines(source, new Diagnostics())];
  const reachFrom = (start: number): Span => {
    const last = directives.find((line) => line.span.start > start && !OPENS_CHAIN.test(line.text));
    return { source, start, end: last?.span.end ?? text.length };
  };
  const ours = [...text.matchAll(OURS)].map((found): Ignore => {
    const code = found[1] ?? '';
    const end = found.index + found[0].length;
    const span = { source, start: end - code.length, end };
    return { codes: [code], reach: reachFrom(end), span };
  });
  const theirs = [...text.matchAll(THEIRS)].map((found): Ignore => {
    const names = (found[1] ?? '').split(',').map((name) => name.trim().toLowerCase());
    const silenced = names.flatMap((name) => crsLinterCodes.get(name) ?? []);
    return { codes: silenced, reach: reachFrom(found.index), span: undefined };
  });
  return [...ours, ...theirs];
}
