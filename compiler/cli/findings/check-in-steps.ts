/** Checks profiles in steps and reports each finding once. */
import { foldingPasses, specialize } from '#compiler/3-specialize/specialize.ts';
import { checkExpressions } from '#compiler/check-expressions.ts';
import { analyze, manifestOf, type Profile } from '#compiler/compile.ts';
import { withoutConsequences } from '#compiler/consequences.ts';
import { type Diagnostic, Diagnostics } from '#compiler/diagnostics.ts';
import { lint } from '#compiler/lint/lint.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import type { SourceFile } from '#compiler/source.ts';
import { codes } from './codes.ts';
import { type Finding, inOrder, keyOf } from './finding.ts';
import { withoutMissing } from './incomplete-set.ts';

export type Checked = {
  readonly findings: readonly Finding[];
  /** All files that were read, each once. */
  readonly sources: readonly SourceFile[];
};

type ProfileResult = {
  readonly name: string;
  readonly sources: readonly SourceFile[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Checks in steps, so that an editor can do other work between two steps, or stop. `disabled` are the codes that are
 * off. Rules with errors are left out; all others are linted.
 */
export function* checkInSteps(
  profiles: readonly Profile[],
  files: RuleFiles,
  disabled: ReadonlySet<string>,
): Generator<void, Checked> {
  const results: ProfileResult[] = [];
  for (const profile of profiles) results.push(yield* checkProfile(profile, files, disabled));
  const found = new Map<string, { readonly diagnostic: Diagnostic; readonly profiles: string[] }>();
  for (const { name, diagnostics } of results) {
    for (const diagnostic of diagnostics) {
      const key = keyOf(diagnostic);
      const known = found.get(key);
      if (known === undefined) found.set(key, { diagnostic, profiles: [name] });
      else if (!known.profiles.includes(name)) known.profiles.push(name);
    }
  }
  const findings = [...found.values()]
    .map(({ diagnostic, profiles: names }): Finding => ({ ...diagnostic, profiles: names }))
    .filter((finding) => isEverywhere(finding, results))
    .map((finding) => withProfiles(finding, results));
  const sources = new Map(
    results.flatMap((result) => result.sources).map((file) => [file.path, file]),
  );
  return { findings: inOrder(findings), sources: [...sources.values()] };
}

function* checkProfile(
  profile: Profile,
  files: RuleFiles,
  disabled: ReadonlySet<string>,
): Generator<void, ProfileResult> {
  const analysis = yield* step(() => analyze(profile, files));
  const { recovered: ruleSet, sources } = analysis;
  const manifest = manifestOf(profile, analysis);
  const plain = yield* step(() => specialize(ruleSet, manifest, []));
  const program = yield* step(() => specialize(ruleSet, manifest, foldingPasses));
  const diagnostics = new Diagnostics();
  diagnostics.add(analysis.diagnostics);
  diagnostics.add(checkExpressions(ruleSet, program));
  yield* lint({ ruleSet, plain, program, sources, diagnostics, disabled, files });
  const found = withoutConsequences(diagnostics.list, ruleSet.leftOut);
  const shown = profile.mayBePart === true ? withoutMissing(found, sources) : found;
  return { name: profile.name, sources, diagnostics: shown };
}

function* step<Result>(run: () => Result): Generator<void, Result> {
  const result = run();
  yield;
  return result;
}

/**
 * One profile may use what another leaves unused, so such codes count only when all profiles that read the file report
 * them.
 */
function isEverywhere(finding: Finding, results: readonly ProfileResult[]): boolean {
  if (codes.get(finding.code)?.inEveryProfile !== true) return true;
  return readersOf(finding, results).every(({ name }) => finding.profiles.includes(name));
}

function withProfiles(finding: Finding, results: readonly ProfileResult[]): Finding {
  const readers = readersOf(finding, results);
  if (readers.every(({ name }) => finding.profiles.includes(name))) return finding;
  const message = `Only in profile ${finding.profiles.join(', ')}`;
  return { ...finding, notes: [...finding.notes, { message, span: undefined }] };
}

function readersOf({ span }: Finding, results: readonly ProfileResult[]): readonly ProfileResult[] {
  return results.filter(({ sources }) => sources.some(({ path }) => path === span.source.path));
}
