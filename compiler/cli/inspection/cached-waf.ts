/** Caches compiled profiles in node_modules/.cache until one of the files changes that were looked up for them. */
import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CompiledWaf } from '../../../runtime/engine/host/compiled-waf.ts';
import type { Profile } from '../../compile.ts';
import type { Diagnostic } from '../../diagnostics.ts';
import { PROJECT } from '../../project.ts';
import { hasWildcard, type RuleFiles } from '../../rule-files.ts';
import { sha256 } from '../../sha256.ts';
import { VERSION } from '../../version.ts';
import { writeFile } from '../output/write-file.ts';
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

/** The node_modules folder of the checkout, or the one in which this package is installed. */
const PACKAGES =
  basename(dirname(PROJECT)) === 'node_modules' ? dirname(PROJECT) : `${PROJECT}/node_modules`;

/** Possible folders, in order of preference: installed packages may belong to another user. */
const FOLDERS = [`${PACKAGES}/.cache/portcullis`, `${homedir()}/.cache/portcullis`];

/** Returns the first writable folder. It is never one that all users share, because its content is executed. */
function cacheFolder(): string {
  const found = FOLDERS.find((folder) => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      accessSync(folder, constants.W_OK);
      return true;
    } catch {
      return false;
    }
  });
  return found ?? mkdtempSync(`${tmpdir()}/portcullis-`);
}

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
  writeFile(`${path}.mjs`, built.module);
  const { dependencies, cards, plan } = built;
  writeFile(`${path}.json`, JSON.stringify({ dependencies, cards, plan }));
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
