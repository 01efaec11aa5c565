/** Compiles a rule file, with the files that it includes, to the module that replaces it in a bundle. */
import { relative, resolve } from 'node:path';
import { emit } from '#compiler/4-emit/emit.ts';
import { compile } from '#compiler/compile.ts';
import type { Diagnostic } from '#compiler/diagnostics.ts';
import { profileOfEntries } from '#compiler/profile.ts';
import { bundleModule } from '../project/bundle-module.ts';
import { disk } from '../project/disk.ts';
import { warmModules } from '../project/warm-modules.ts';

export type CompiledFile = {
  /** An ES module; unusable when there are errors. */
  readonly code: string;
  readonly errors: readonly Diagnostic[];
  /** Warnings and notices. */
  readonly warnings: readonly Diagnostic[];
  /** Absolute paths of all files that were read. */
  readonly watched: readonly string[];
};

const NO_RULES = 'export const waf = undefined;\n';

/** Compiles the file at the absolute `path`. Throws only for errors of the compiler itself. */
export async function compileFile(path: string): Promise<CompiledFile> {
  const entry = relative('.', path).replaceAll('\\', '/');
  const { program, diagnostics, sources } = compile(profileOfEntries('custom', [entry]), disk);
  return {
    code: program === undefined ? NO_RULES : await bundleModule(await warmModules(emit(program))),
    errors: diagnostics.filter(({ severity }) => severity === 'error'),
    warnings: diagnostics.filter(({ severity }) => severity !== 'error'),
    watched: [...new Set([resolve(path), ...sources.map((source) => resolve(source.path))])],
  };
}
