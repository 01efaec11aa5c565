/** The pipeline: rule files -> directives -> RuleSet -> Program -> TypeScript modules. */
import type { Manifest } from '#engine/host/compiled-waf.ts';
import type { Text } from './1-parse/ast.ts';
import type { DataFiles } from './2-resolve/data-files.ts';
import { resolve } from './2-resolve/resolve.ts';
import type { RuleSet } from './2-resolve/ruleset.ts';
import type { Pass, Program } from './3-specialize/program.ts';
import { specialize } from './3-specialize/specialize.ts';
import { checkExpressions } from './check-expressions.ts';
import { withoutConsequences } from './consequences.ts';
import { type Diagnostic, Diagnostics } from './diagnostics.ts';
import { readRules } from './read-rules.ts';
import { besideFile, type RuleFiles, whyNotRead } from './rule-files.ts';
import { sha256 } from './sha256.ts';
import type { SourceFile } from './source.ts';
import { VERSION } from './version.ts';

/** A profile: a name and its rule files in order. */
export type Profile = {
  readonly name: string;
  readonly entries: readonly Text[];
  /** The folder that `{rules}` stands for; undefined when the profile does not use `{rules}`. */
  readonly rulesFolder?: string;
  /** SECDEBUGLOGLEVEL from the environment; it applies when it is above the level that the rule files set. */
  readonly debugLogLevel?: number;
  /** Leaves out rules that need unsupported features (Lua, exec) instead of refusing them. */
  readonly skipUnsupported?: boolean;
  /** True when the files were named one by one, so that other files of their rule set may be missing. */
  readonly mayBePart?: boolean;
};

export type Analysis = {
  /** undefined when there are errors. */
  readonly ruleSet: RuleSet | undefined;
  /** The RuleSet without the rules that have errors: for inspection only, not for execution. */
  readonly recovered: RuleSet;
  /** Rule files in load order, then data files. */
  readonly sources: readonly SourceFile[];
  /** Indexes of the sources that the profile's list names. */
  readonly listed: ReadonlySet<number>;
  readonly diagnostics: readonly Diagnostic[];
};

export type Compilation = Analysis & { readonly program: Program | undefined };

/** Parses and resolves the rules of a profile, without specialising them. This is all that `check` needs. */
export function analyze(profile: Profile, files: RuleFiles): Analysis {
  const diagnostics = new Diagnostics();
  const { directives, sources, listed } = readRules(profile.entries, files, diagnostics);
  const data = new Map<string, SourceFile>();
  const readData: DataFiles = (name, from) => {
    const path = besideFile(from, name);
    const text = files.read(path);
    if (text === undefined) return { kind: 'Unread', why: whyNotRead(path, files) };
    const file = { path, text };
    data.set(path, file);
    return file;
  };
  const options = { skipUnsupported: profile.skipUnsupported };
  const recovered = withDebugLog(resolve(directives, readData, diagnostics, options), profile);
  return {
    ruleSet: diagnostics.hasErrors ? undefined : recovered,
    recovered,
    sources: [...sources, ...data.values()],
    listed,
    diagnostics: withoutConsequences(diagnostics.list, recovered.leftOut),
  };
}

/**
 * Compiles a profile to a Program, which is undefined when there are errors. `optional` names the optional passes to
 * run; all of them by default.
 */
export function compile(
  profile: Profile,
  files: RuleFiles,
  optional?: readonly Pass[],
): Compilation {
  const analysis = analyze(profile, files);
  const { ruleSet } = analysis;
  if (ruleSet === undefined) return { ...analysis, program: undefined };
  const program = specialize(ruleSet, manifestOf(profile, analysis), optional);
  const errors = checkExpressions(ruleSet, program);
  const diagnostics = [...analysis.diagnostics, ...errors];
  return { ...analysis, diagnostics, program: errors.length > 0 ? undefined : program };
}

function withDebugLog(ruleSet: RuleSet, { debugLogLevel = 0 }: Profile): RuleSet {
  const { settings } = ruleSet;
  if (debugLogLevel <= settings.debugLogLevel) return ruleSet;
  return { ...ruleSet, settings: { ...settings, debugLogLevel } };
}

/**
 * Returns the manifest of a profile: compiler version, rule set, checksums of the sources. It covers the rules that
 * could be read.
 */
export function manifestOf(
  profile: Profile,
  { recovered: ruleSet, sources, listed }: Analysis,
): Manifest {
  return {
    profile: profile.name,
    compiler: VERSION,
    ruleSet: ruleSet.settings.componentSignatures.join(', '),
    sources: sources.map(({ path, text }, index) => ({
      file: path,
      sha256: sha256(text),
      ...(!listed.has(index) && { unlisted: true }),
    })),
    rules: { read: 0, active: 0, folded: 0 },
    ...(ruleSet.skipped.length > 0 && { skipped: [...new Set(ruleSet.skipped)] }),
    ...(usesGeo(ruleSet) && { usesGeo: true }),
    ...(ruleSet.overrides.length > 0 && { overrides: ruleSet.overrides }),
  };
}

function usesGeo({ entries }: RuleSet): boolean {
  return entries.some(
    (entry) =>
      entry.kind === 'Rule' && entry.links.some(({ test }) => test?.operator.into === 'GEO'),
  );
}
