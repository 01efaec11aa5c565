/** `portcullis-waf/compiler`: the compiler as a library. */
import { emit } from '../../4-emit/emit.ts';
import { type Analysis, analyze, compile, type Profile } from '../../compile.ts';
import type { Diagnostic } from '../../diagnostics.ts';
import { profileOfEntries } from '../../profile.ts';
import type { RuleFiles } from '../../rule-files.ts';
import { bundleWaf } from '../project/bundle.ts';
import { bundleModule } from '../project/bundle-module.ts';
import { disk } from '../project/disk.ts';
import { warmModules } from '../project/warm-modules.ts';

export type { EmittedModule } from '../../4-emit/module-imports.ts';
export type { Compilation } from '../../compile.ts';
export { formatDiagnostic } from '../../diagnostics.ts';
export { positionOf, type SourceFile, type Span } from '../../source.ts';
export {
  type Analysis,
  analyze,
  bundleWaf,
  compile,
  type Diagnostic,
  disk,
  emit,
  type Profile,
  profileOfEntries,
  type RuleFiles,
};

export type CompiledRules = {
  /** Text of an ES module that exports `waf` and imports nothing; undefined when there are errors. */
  readonly module: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Paths of the rule and data files that were read. */
  readonly sources: readonly string[];
};

/** Compiles rule files, or patterns of them, in their order; the same as `compile --entry … --out`. */
export async function compileRules(
  entries: readonly string[],
  files: RuleFiles = disk,
): Promise<CompiledRules> {
  const { program, diagnostics, sources } = compile(profileOfEntries('custom', entries), files);
  return {
    module: program && (await bundleModule(await warmModules(emit(program)))),
    diagnostics,
    sources: sources.map(({ path }) => path),
  };
}
