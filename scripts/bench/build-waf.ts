/** Compiles the variants of a profile that the benchmark compares. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Program } from '#compiler/3-specialize/program.ts';
import { emit } from '#compiler/4-emit/emit.ts';
import { bundleWaf } from '#compiler/cli/project/bundle.ts';
import { compile } from '#compiler/compile.ts';
import { readProfile } from '#compiler/profile.ts';
import type { RuleFiles } from '#compiler/rule-files.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import type { Workspace } from './workspace.ts';

export type Variant = {
  readonly profile: 'pl1' | 'pl2';
  /** `off` omits the optional passes of the compiler. */
  readonly passes: 'on' | 'off';
  /** Replaces the paranoia level of the profile's setup. */
  readonly paranoiaLevel?: number;
};

export type BuiltWaf = { readonly waf: CompiledWaf; readonly path: string };

/** Writes the module to the workspace and returns its path. Throws when the rules do not compile. */
export async function writeWaf(variant: Variant, { folder, files }: Workspace): Promise<string> {
  const { profile, passes, paranoiaLevel = 0 } = variant;
  const path = join(folder, `${profile}-${passes}-${paranoiaLevel}.mjs`);
  writeFileSync(path, await bundleWaf(emit(compileVariant(variant, files))));
  return path;
}

/** Writes the module to the workspace and loads it. */
export async function buildWaf(variant: Variant, workspace: Workspace): Promise<BuiltWaf> {
  const path = await writeWaf(variant, workspace);
  const module: { readonly waf: CompiledWaf } = await import(pathToFileURL(path).href);
  return { waf: module.waf, path };
}

/** Compiles a variant. Throws when the rules do not compile. */
export function compileVariant(variant: Variant, files: RuleFiles): Program {
  const varied = atLevel(variant, files);
  const profile = readProfile(variant.profile, varied, process.env);
  if (profile.kind === 'Error') throw new Error(profile.message);
  const passes = variant.passes === 'off' ? [] : undefined;
  const { program } = compile(profile.profile, varied, passes);
  if (program === undefined) throw new Error(`${variant.profile} does not compile: make check`);
  return program;
}

function atLevel({ paranoiaLevel }: Variant, files: RuleFiles): RuleFiles {
  if (paranoiaLevel === undefined) return files;
  return {
    ...files,
    read: (path) =>
      files
        .read(path)
        ?.replace(/(?<=setvar:'?tx\.\w+_paranoia_level=)[1-4]/g, String(paranoiaLevel)),
  };
}
