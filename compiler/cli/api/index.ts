/** `portcullis-waf/compiler`: the compiler as a library. */
import { emit } from '#compiler/4-emit/emit.ts';
import { type Analysis, analyze, compile, type Profile } from '#compiler/compile.ts';
import type { Diagnostic } from '#compiler/diagnostics.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import { bundleWaf } from '../project/bundle.ts';
import { bundleModule } from '../project/bundle-module.ts';
import { disk } from '../project/disk.ts';
import { warmModules } from '../project/warm-modules.ts';

export type { EmittedModule } from '#compiler/4-emit/module-imports.ts';
export type { Compilation } from '#compiler/compile.ts';
export { formatDiagnostic } from '#compiler/diagnostics.ts';
export { positionOf, type SourceFile, type Span } from '#compiler/source.ts';
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
