/** `portcullis compile`: rule files -> generated/PROFILE/*.ts, or one module with --out. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { emit } from '../../../4-emit/emit.ts';
import type { EmittedModule } from '../../../4-emit/write-module.ts';
import { type Compilation, compile, type Profile } from '../../../compile.ts';
import type { RuleFiles } from '../../../rule-files.ts';
import { regexCount } from '../../output/program-summary.ts';
import { type Exit, misuse, printDiagnostics } from '../../output/report.ts';
import { bundleWaf } from '../../project/bundle.ts';
import { selectProfiles } from '../../project/select-profiles.ts';

export type CompileOptions = {
  readonly profile?: string;
  readonly entry: readonly string[];
  readonly out?: string;
};

type Output = { readonly profile: Profile; readonly modules: readonly EmittedModule[] };

/** Writes nothing at all unless every profile compiles: the previous output stays as it was. */
export async function runCompile(options: CompileOptions, files: RuleFiles): Promise<Exit> {
  const selected = selectProfiles(options, files);
  if (selected.kind === 'Error') return misuse(selected.message);
  if (options.out !== undefined && selected.profiles.length !== 1) {
    return misuse('--out needs one profile: add --profile NAME or --entry FILE.');
  }
  const outputs: Output[] = [];
  let failed = false;
  for (const profile of selected.profiles) {
    const started = performance.now();
    const compilation = compile(profile, files);
    printDiagnostics(compilation.diagnostics);
    if (compilation.program === undefined) {
      failed = true;
      continue;
    }
    const modules = emit(compilation.program);
    outputs.push({ profile, modules });
    console.log(summaryLine(profile, compilation, modules, performance.now() - started));
  }
  if (failed) return 1;
  try {
    if (options.out === undefined) outputs.forEach(writeGenerated);
    else for (const { modules } of outputs) writeFile(options.out, await bundleWaf(modules));
  } catch (error) {
    if (isPathError(error)) return misuse(`Cannot write ${options.out ?? 'generated'}.`);
    throw error;
  }
  return 0;
}

/** The file system has said no. */
function isPathError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function summaryLine(
  { name }: Profile,
  { program }: Compilation,
  modules: readonly EmittedModule[],
  milliseconds: number,
): string {
  if (program === undefined) return '';
  const { read, kept, folded } = program.manifest.rules;
  const bytes = modules.reduce((sum, module) => sum + module.text.length, 0);
  return [
    `${name}: ${read} rules read, ${kept} kept, ${folded} folded away`,
    `${regexCount(program)} regexes, ${bytes} bytes, ${Math.round(milliseconds)} ms`,
  ].join(', ');
}

/** The new folder takes the old one's place in one step. */
function writeGenerated({ profile, modules }: Output): void {
  mkdirSync('generated', { recursive: true });
  const folder = mkdtempSync('generated/.new-');
  for (const { path, text } of modules) writeFileSync(join(folder, path), text);
  const target = join('generated', profile.name);
  rmSync(target, { recursive: true, force: true });
  renameSync(folder, target);
}

function writeFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}.new`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, path);
}
