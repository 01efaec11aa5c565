/**
 * Reads the entries of a profile and returns the directives of all their files in load order. Each include is replaced
 * by the directives of its files.
 */
import type { Directive, Include, Text } from './1-parse/ast.ts';
import { parse } from './1-parse/parse.ts';
import { type Diagnostic, Diagnostics, type Problem } from './diagnostics.ts';
import { besideFile, cannotRead, hasWildcard, type RuleFiles } from './rule-files.ts';
import { type SourceFile, type Span, shownPath } from './source.ts';

export type RuleSources = {
  readonly directives: readonly Directive[];
  /** Every rule file read, in order. */
  readonly sources: readonly SourceFile[];
  /** Indexes of the sources that entries name; an `Include` names the others. */
  readonly listed: ReadonlySet<number>;
};

const MAX_DEPTH = 32;

/** Reads all rule files. `entries` are paths or patterns, as the profile or the command line names them. */
export function readRules(
  entries: readonly Text[],
  files: RuleFiles,
  diagnostics: Diagnostics,
): RuleSources {
  const reader: Reader = { files, diagnostics, sources: [], listed: new Set(), read: new Map() };
  const directives = entries.flatMap((entry) => readEntry(entry.text, entry, 'needed', [], reader));
  const { sources, listed } = reader;
  return { directives, sources, listed };
}

type Reader = {
  readonly files: RuleFiles;
  readonly diagnostics: Diagnostics;
  readonly sources: SourceFile[];
  readonly listed: Set<number>;
  /** For each path, the first position that named it. */
  readonly read: Map<string, Span>;
};

/** `open`: the paths of the files that include each other down to this entry. */
function readEntry(
  path: string,
  named: Text,
  need: 'needed' | 'optional',
  open: readonly string[],
  reader: Reader,
): readonly Directive[] {
  const { files, diagnostics } = reader;
  const paths = hasWildcard(path) ? files.glob(path) : [path];
  if (paths.length === 0 && need === 'needed') {
    diagnostics.report(noMatch(path), named.span);
  }
  return paths.flatMap((each) => {
    if (open.includes(each)) {
      diagnostics.report(includeCycle(open.slice(open.indexOf(each))), named.span);
      return [];
    }
    const text = files.read(each);
    if (text === undefined) {
      if (need === 'needed') diagnostics.report(missingFile(each, files), named.span);
      return [];
    }
    const { source, directives, problems } = parseFile(each, text);
    const first = reader.read.get(each);
    if (first !== undefined && directives.some(isRule)) {
      const notes = [{ message: 'It is first read here', span: first }];
      diagnostics.report(repeatedFile(each), named.span, notes);
      return [];
    }
    reader.read.set(each, named.span);
    if (open.length === 0) reader.listed.add(reader.sources.length);
    reader.sources.push(source);
    for (const found of problems) diagnostics.report(found, found.span, found.notes);
    return directives.flatMap((directive) =>
      directive.kind === 'Include' ? readInclude(directive, [...open, each], reader) : [directive],
    );
  });
}

/** A file with rules may not be read twice, because the ids would repeat. Files with only settings and markers may. */
function isRule({ kind }: Directive): boolean {
  return kind === 'SecRule' || kind === 'SecAction';
}

type ParsedFile = {
  readonly source: SourceFile;
  readonly directives: readonly Directive[];
  readonly problems: readonly Diagnostic[];
};

/** The last parse of each file. Profiles share files, and between two runs of a watch only some files change. */
const parsed = new Map<string, ParsedFile>();

function parseFile(path: string, text: string): ParsedFile {
  const known = parsed.get(path);
  if (known?.source.text === text) return known;
  const source: SourceFile = { path, text };
  const diagnostics = new Diagnostics();
  const directives = parse(source, diagnostics);
  const file: ParsedFile = { source, directives, problems: diagnostics.list };
  parsed.set(path, file);
  return file;
}

/** Reads an include. Its path is relative to the file that includes it. */
function readInclude(
  include: Include,
  open: readonly string[],
  reader: Reader,
): readonly Directive[] {
  if (open.length > MAX_DEPTH) {
    reader.diagnostics.report(includeTooDeep(), include.span);
    return [];
  }
  const path = besideFile(include.span.source.path, include.pattern.text);
  const need = include.optional ? 'optional' : 'needed';
  return readEntry(path, include.pattern, need, open, reader);
}

const missingFile = (path: string, files: RuleFiles): Problem => ({
  code: 'missing-file',
  severity: 'error',
  message: cannotRead(path, files, `the rule file ${shownPath({ path })}`),
  hint: undefined,
});

const noMatch = (pattern: string): Problem => ({
  code: 'no-file-matches',
  severity: 'error',
  message: `No file matches ${shownPath({ path: pattern })}.`,
  hint: undefined,
});

const repeatedFile = (path: string): Problem => ({
  code: 'repeated-file',
  severity: 'error',
  message: `The rule file ${shownPath({ path })} is read a second time.`,
  hint: 'Remove one of the two: a rule can be there once.',
});

/** `cycle`: the paths of the files, each of which includes the next and the last one the first. */
const includeCycle = (cycle: readonly string[]): Problem => {
  const [first = '', ...others] = cycle.map((path) => shownPath({ path }));
  const through = others.length === 0 ? '' : `, through ${others.join(' and ')}`;
  return {
    code: 'include-too-deep',
    severity: 'error',
    message: `The rule file ${first} includes itself${through}.`,
    hint: 'Remove this Include, or write a pattern that does not match the file.',
  };
};

const includeTooDeep = (): Problem => ({
  code: 'include-too-deep',
  severity: 'error',
  message: `Files include each other more than ${MAX_DEPTH} levels deep.`,
  hint: 'Include this file in one of the files further up.',
});
