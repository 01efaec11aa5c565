/** `portcullis compile`: compiles rule files to generated/PROFILE/*.ts, or to one module with --out. */
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { emit } from '#compiler/4-emit/emit.ts';
import type { EmittedModule } from '#compiler/4-emit/module-imports.ts';
import type { Compilation, Profile } from '#compiler/compile.ts';
import { countNoun } from '#compiler/count-noun.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { makeDirectory } from '#proxy/logs/make-directory.ts';
import type { WarmRequest } from '#proxy/waf/warm-requests.ts';
import { regexCount } from '../../output/program-summary.ts';
import { progress } from '../../output/progress.ts';
import { type Exit, printDiagnostics, unwritable, usageError } from '../../output/report.ts';
import { writeFile } from '../../output/write-file.ts';
import { bundleModule } from '../../project/bundle-module.ts';
import { compileShown } from '../../project/compile-shown.ts';
import { selectProfiles } from '../../project/select-profiles.ts';
import { warmModules } from '../../project/warm-modules.ts';
import { printPrograms } from './print-programs.ts';
import { readWarmRequests } from './warm-requests.ts';

const GENERATED = 'generated';
/** Prefix of the name of an unfinished folder. */
const NEW = '.new-';

export type CompileOptions = {
  readonly profile?: string;
  readonly entry: readonly string[];
  readonly skipUnsupported?: boolean;
  readonly out?: string;
  /** A pass, or "all": the program to print instead of writing modules. */
  readonly printAfter?: string;
  /**
   * A file of requests that determine the states emitted with the modules; false for no states. By default the built-in
   * mix.
   */
  readonly warm?: string | boolean;
  /** Id of the only rule to print. */
  readonly rule?: number;
};

type Output = { readonly profile: Profile; readonly modules: readonly EmittedModule[] };

/** Writes nothing unless every profile compiles, so that otherwise the previous output stays. */
export async function runCompile(options: CompileOptions, files: RuleFiles): Promise<Exit> {
  // Commands that print use the default profiles; the proxy is built with all profiles.
  const allProfiles = options.printAfter === undefined && options.out === undefined;
  const selected = selectProfiles({ ...options, allProfiles, profileNamesFiles: true }, files);
  if (selected.kind === 'Error') return usageError(selected.message);
  const { printAfter, rule } = options;
  if (printAfter !== undefined) {
    if (options.out !== undefined)
      return usageError('--print-after writes no files: remove --out.');
    return printPrograms({ after: printAfter, id: rule }, selected.profiles, files);
  }
  if (rule !== undefined) return usageError('--rule needs --print-after.');
  if (options.out !== undefined && selected.profiles.length !== 1) {
    return usageError('--out needs one profile: add --profile NAME or --entry FILE.');
  }
  const requests = readWarmRequests(options.warm, files);
  if (typeof requests === 'string') return usageError(requests);
  return (
    attempt(options, () => tryToWrite(options.out)) ??
    compileAll(selected.profiles, requests, options, files)
  );
}

async function compileAll(
  profiles: readonly Profile[],
  requests: readonly WarmRequest[],
  options: CompileOptions,
  files: RuleFiles,
): Promise<Exit> {
  const outputs: Output[] = [];
  let failed = false;
  for (const profile of profiles) {
    const started = performance.now();
    const compilation = compileShown(profile, files);
    const input = inputAt(options.out, compilation);
    if (input !== undefined)
      return usageError(`--out would overwrite ${input}, which it compiles.`);
    printDiagnostics(compilation.diagnostics);
    if (compilation.program === undefined) {
      failed = true;
      continue;
    }
    const modules = await warmModules(emit(compilation.program), requests);
    outputs.push({ profile, modules });
    progress.clear();
    console.log(summaryLine(profile, compilation, modules, performance.now() - started));
  }
  if (failed) return 1;
  const { out } = options;
  if (out === undefined) return attempt(options, () => outputs.forEach(writeGenerated)) ?? 0;
  progress.show(`${out}: bundling`);
  const [text] = await Promise.all(outputs.map(({ modules }) => bundleModule(modules, requests)));
  progress.clear();
  return attempt(options, () => writeModule(out, text ?? '')) ?? 0;
}

/** Returns the path of the rule file or data file that `--out` names. */
function inputAt(out: string | undefined, { sources }: Compilation): string | undefined {
  if (out === undefined) return undefined;
  return sources.find(({ path }) => resolve(path) === resolve(out))?.path;
}

/** Calls `write`; returns undefined when it succeeds. */
function attempt({ out = GENERATED }: CompileOptions, write: () => void): Exit | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    if (isPathError(error)) return unwritable(out, error);
    throw error;
  }
}

/** Throws when the output cannot be written. It is tried first, because compiling takes long. */
function tryToWrite(out: string | undefined): void {
  const folder = out === undefined ? GENERATED : dirname(out);
  const made = makeDirectory(folder);
  const unfinished = mkdtempSync(join(folder, NEW));
  rmSync(made ?? unfinished, { recursive: true });
  const before = out === undefined ? undefined : statSync(out, { throwIfNoEntry: false });
  // A file cannot replace a folder; reading the folder throws the same error as writing would.
  if (before?.isDirectory() === true) readFileSync(out ?? '');
}

/** Returns whether the file system has reported the error. */
function isPathError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function summaryLine(
  { name, rulesFolder }: Profile,
  { program }: Compilation,
  modules: readonly EmittedModule[],
  milliseconds: number,
): string {
  if (program === undefined) return '';
  const { skipped = [] } = program.manifest;
  const { read, active, folded } = program.manifest.rules;
  const from = rulesFolder === undefined ? '' : ` from ${rulesFolder}`;
  const bytes = modules.reduce((sum, module) => sum + module.text.length, 0);
  return [
    `${name}: ${countNoun(read, 'rule')} read${from}, ${active} emitted, ${folded} folded`,
    ...(skipped.length === 0 ? [] : [`${skipped.length} left out (${skipped.join(' ')})`]),
    `${countNoun(regexCount(program), 'expression')}, ${bytes} bytes, ${Math.round(milliseconds)} ms`,
  ].join(', ');
}

/** Writes a new folder completely before it replaces the old one. */
function writeGenerated({ profile, modules }: Output): void {
  makeDirectory(GENERATED);
  const folder = mkdtempSync(join(GENERATED, NEW));
  for (const { path, text } of modules) writeFileSync(join(folder, path), text);
  const target = join(GENERATED, profile.name);
  rmSync(target, { recursive: true, force: true });
  renameSync(folder, target);
}

function writeModule(path: string, text: string): void {
  makeDirectory(dirname(path));
  writeFile(path, text);
}
