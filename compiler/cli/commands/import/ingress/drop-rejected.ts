/**
 * Removes directives that cannot be compiled from the texts of a profile, until the rest compiles, and reports each of
 * them.
 */
import type { Directive } from '#compiler/1-parse/ast.ts';
import { parse } from '#compiler/1-parse/parse.ts';
import { compile, type Profile } from '#compiler/compile.ts';
import { type Diagnostic, Diagnostics } from '#compiler/diagnostics.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { concat, type MappedText, slice, written } from './mapped-text.ts';
import * as problem from './problems.ts';
import type { ReportAt } from './read-manifests.ts';

/** Several rounds, because some errors are found only after earlier ones are removed. */
const MOST_ROUNDS = 20;

export type Compiled = {
  readonly texts: ReadonlyMap<string, MappedText>;
  /** Errors outside of the texts. */
  readonly others: readonly Diagnostic[];
};

/** Compiles and removes. `texts` are the written files by path; `files` has all others. */
export function dropRejected(
  profile: Profile,
  texts: ReadonlyMap<string, MappedText>,
  files: RuleFiles,
  report: ReportAt,
): Compiled {
  const remaining = new Map(texts);
  const overlay: RuleFiles = {
    read: (path) => remaining.get(path)?.text ?? files.read(path),
    whyUnreadable: (path) => files.whyUnreadable?.(path),
    glob: files.glob,
  };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const found = compile(profile, overlay).diagnostics;
    const rejected = found.filter(
      ({ severity, code }) => severity === 'error' || SKIPPED.has(code) || code === IGNORED,
    );
    const here = rejected.flatMap((diagnostic) => locate(diagnostic, remaining));
    if (here.length === 0) {
      markMissingRules(found, remaining);
      return { texts: remaining, others: rejected };
    }
    for (const [path, mapped] of remaining)
      remaining.set(
        path,
        dropFrom(
          mapped,
          here.filter((each) => each.path === path),
          report,
        ),
      );
  }
  throw new Error('Compiler bug: after each round the profile has more rejected directives');
}

/** Rules that the compiler itself leaves out. */
const SKIPPED: ReadonlySet<string> = new Set(['skipped-operator', 'skipped-rule']);
/** Directives without effect, which would cause a warning at each check. */
const IGNORED = 'ignored-directive';

type Located = {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly diagnostic: Diagnostic;
};

/** Locates the error in the texts. When an id occurs twice, it is the occurrence in the texts. */
function locate(diagnostic: Diagnostic, texts: ReadonlyMap<string, unknown>): readonly Located[] {
  const spans = [diagnostic.span, ...diagnostic.notes.flatMap(({ span }) => (span ? [span] : []))];
  const span = spans.find(({ source }) => texts.has(source.path));
  if (span === undefined) return [];
  return [{ path: span.source.path, start: span.start, end: span.end, diagnostic }];
}

type Range = { readonly start: number; readonly end: number };

function dropFrom(mapped: MappedText, rejected: readonly Located[], report: ReportAt): MappedText {
  if (rejected.length === 0) return mapped;
  const { text, offsets } = mapped;
  const ranges = chains(parse({ path: '', text }, new Diagnostics()));
  const dropped = new Set<Range>();
  for (const { start, end, diagnostic } of rejected) {
    const range = ranges.find((each) => start >= each.start && start < each.end) ?? { start, end };
    if (dropped.has(range)) continue;
    dropped.add(range);
    const name = nameOf(text.slice(range.start, range.end));
    const reason = [diagnostic.message, diagnostic.hint ?? ''].join(' ').trim();
    const problemOf = diagnostic.code === IGNORED ? problem.ignored : problem.leftOut;
    report(
      problemOf(name, reason),
      offsets[start] ?? 0,
      (offsets[Math.max(start, end - 1)] ?? 0) + 1,
    );
  }
  let [rest, end]: [MappedText, number] = [slice(mapped, 0, 0), 0];
  for (const range of [...dropped].toSorted((one, other) => one.start - other.start)) {
    rest = concat(rest, slice(mapped, end, range.start));
    end = Math.max(end, range.end);
  }
  return concat(rest, slice(mapped, end));
}

/** Returns the directives, each chain as one range. */
function chains(directives: readonly Directive[]): readonly Range[] {
  const ranges: Range[] = [];
  let start: number | undefined;
  for (const directive of directives) {
    start ??= directive.span.start;
    if (opensChain(directive)) continue;
    ranges.push({ start, end: directive.span.end });
    start = undefined;
  }
  const last = directives.at(-1);
  if (start !== undefined && last !== undefined) ranges.push({ start, end: last.span.end });
  return ranges;
}

function opensChain(directive: Directive): boolean {
  return (
    (directive.kind === 'SecRule' || directive.kind === 'SecAction') &&
    directive.actions.some(({ name }) => name.text.toLowerCase() === 'chain')
  );
}

/** Returns a name such as `SecRule 1000` or `SecAuditLog`. */
function nameOf(text: string): string {
  const directive = /^\S+/.exec(text)?.[0] ?? 'The directive';
  const id = /\bid:\s*'?(\d+)/.exec(text)?.[1];
  return id === undefined ? directive : `${directive} ${id}`;
}

/**
 * Keeps exclusions of rules that this rule set does not have, because another one may, and adds comments that suppress
 * the warnings.
 */
function markMissingRules(found: readonly Diagnostic[], texts: Map<string, MappedText>): void {
  const missing = found.filter(({ code }) => code === 'no-such-rule');
  const here = missing.flatMap((each) => locate(each, texts));
  for (const [path, mapped] of texts) {
    const own = here.filter((each) => each.path === path);
    const starts = new Set(own.map(({ start }) => mapped.text.lastIndexOf('\n', start - 1) + 1));
    let [rest, end]: [MappedText, number] = [slice(mapped, 0, 0), 0];
    for (const start of [...starts].toSorted((one, other) => one - other)) {
      rest = concat(rest, slice(mapped, end, start), written(IGNORE, mapped.offsets[start] ?? 0));
      end = start;
    }
    texts.set(path, concat(rest, slice(mapped, end)));
  }
}

const IGNORE =
  '# portcullis:ignore no-such-rule not all of them are in the rules of this project\n';
