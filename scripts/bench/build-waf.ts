/** Compiles the variants of a profile that the benchmark compares. */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { emit } from '../../compiler/4-emit/emit.ts';
import { bundleWaf } from '../../compiler/bundle.ts';
import { compile } from '../../compiler/compile.ts';
import { disk } from '../../compiler/disk.ts';
import type { RuleFiles } from '../../compiler/files.ts';
import { readProfile } from '../../compiler/profile.ts';
import type { CompiledWaf } from '../../runtime/engine/compiled-waf.ts';

export type Variant = {
  readonly profile: 'pl1' | 'pl2';
  /** `off`: without the optional passes of the compiler. */
  readonly passes: 'on' | 'off';
  /** Replaces the paranoia level of the profile's setup. */
  readonly paranoiaLevel?: number;
};

/** Writes the module to `path` and loads it from there. Throws when the rules do not compile. */
export async function buildWaf(variant: Variant, path: string): Promise<CompiledWaf> {
  const files = filesOf(variant);
  const profile = readProfile(variant.profile, files, process.env);
  if (profile.kind === 'Error') throw new Error(profile.message);
  const passes = variant.passes === 'off' ? [] : undefined;
  const { program } = compile(profile.profile, files, passes);
  if (program === undefined) throw new Error(`${variant.profile} does not compile: make check`);
  writeFileSync(path, await bundleWaf(emit(program)));
  const module: { readonly waf: CompiledWaf } = await import(pathToFileURL(path).href);
  return module.waf;
}

function filesOf({ paranoiaLevel }: Variant): RuleFiles {
  if (paranoiaLevel === undefined) return disk;
  return {
    ...disk,
    read: (path) =>
      disk.read(path)?.replace(/(?<=setvar:tx\.\w+_paranoia_level=)[1-4]/g, String(paranoiaLevel)),
  };
}
