/** Caches compiled profiles in node_modules/.cache until one of the files changes that were looked up for them. */
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Profile } from '#compiler/compile.ts';
import type { Diagnostic } from '#compiler/diagnostics.ts';
import { hasWildcard, type RuleFiles } from '#compiler/rule-files.ts';
import { sha256 } from '#compiler/sha256.ts';
import { VERSION } from '#compiler/version.ts';
import type { CompiledWaf } from '#engine/host/compiled-waf.ts';
import { writeFile } from '../output/write-file.ts';
import { cacheFolder, unwritableFolder } from '../project/module-folders.ts';
import { areUnchanged, type Dependencies } from './dependencies.ts';
import type { RuleCard } from './rule-card.ts';
import type { PhasePlan } from './trace-plan.ts';

export type LoadedProfile = {
  readonly waf: CompiledWaf;
  readonly cards: readonly RuleCard[];
  /** What a trace can contain; undefined when the module is not traced. */
  readonly plan: readonly PhasePlan[] | undefined;
};

export type LoadResult =
  | { readonly kind: 'Ok'; readonly loaded: LoadedProfile }
  | { readonly kind: 'Error'; readonly diagnostics: readonly Diagnostic[] };

/** Loads the profile from the cache, or compiles and caches it. */
export async function loadProfile(
  profile: Profile,
  files: RuleFiles,
  traced = false,
): Promise<LoadResult> {
  const name = `${profile.name.replace(/\W/g, '_')}${traced ? '-traced' : ''}`;
  const path = `${cacheFolder()}/${name}-${keyOf(profile, files).slice(0, 16)}`;
  const cached = readSidecar(path);
  if (cached !== undefined && areUnchanged(cached.dependencies, files)) {
    return { kind: 'Ok', loaded: await importProfile(path, cached) };
  }
  // Imported only here, because the compiler takes longer to load than a compiled profile takes to run.
  const { buildProfile } = await import('./build-profile.ts');
  const built = await buildProfile(profile, files, traced);
  if (built.kind === 'Error') return built;
  const { dependencies, cards, plan } = built;
  try {
    writeFile(`${path}.mjs`, built.module);
    writeFile(`${path}.json`, JSON.stringify({ dependencies, cards, plan }));
  } catch (error) {
    throw unwritableFolder(dirname(path), 'HOME', error);
  }
  return { kind: 'Ok', loaded: await importProfile(path, built) };
}

/** Returns a key of the files that the profile names, its options, the folder, and the compiler. */
function keyOf({ name, entries, ...options }: Profile, files: RuleFiles): string {
  const paths = entries.flatMap(({ text }) => (hasWildcard(text) ? files.glob(text) : [text]));
  const builtAt = statSync(fileURLToPath(import.meta.url)).mtimeMs;
  return sha256(JSON.stringify([VERSION, builtAt, process.cwd(), name, paths, options]));
}

type Sidecar = {
  readonly dependencies: Dependencies;
  readonly cards: readonly RuleCard[];
  /** undefined: it is not traced. */
  readonly plan?: readonly PhasePlan[] | undefined;
};

/** Only `loadProfile` writes the file, so its shape is known. */
function readSidecar(path: string): Sidecar | undefined {
  try {
    return JSON.parse(readFileSync(`${path}.json`, 'utf8'));
  } catch {
    return undefined;
  }
}

async function importProfile(
  path: string,
  { dependencies, cards, plan }: Sidecar,
): Promise<LoadedProfile> {
  const url = pathToFileURL(`${path}.mjs`);
  // Node imports each URL only once, so the URL depends on its sources; otherwise a watch would keep the first rules.
  url.search = sha256(JSON.stringify(dependencies));
  const { waf }: { readonly waf: CompiledWaf } = await import(url.href);
  return { waf, cards, plan };
}
