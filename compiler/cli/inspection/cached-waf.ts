/** Compiled profiles, cached in node_modules/.cache as long as no file they were made from has changed. */
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
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
import type { RuleCard } from './rule-card.ts';
import type { PhasePlan } from './trace-plan.ts';

export type LoadedProfile = {
  readonly waf: CompiledWaf;
  readonly cards: readonly RuleCard[];
  /** What a trace of it can hold; undefined: it is not traced. */
  readonly plan: readonly PhasePlan[] | undefined;
};

export type LoadResult =
  | { readonly kind: 'Ok'; readonly loaded: LoadedProfile }
  | { readonly kind: 'Error'; readonly diagnostics: readonly Diagnostic[] };

/** Beside the packages that are installed: of a checkout its own, else those that this one is among. */
const PACKAGES =
  basename(dirname(PROJECT)) === 'node_modules' ? dirname(PROJECT) : `${PROJECT}/node_modules`;

/** In order: installed packages may be another user's. */
const FOLDERS = [`${PACKAGES}/.cache/portcullis`, `${homedir()}/.cache/portcullis`];

/** The first that can be written to; what lies in a folder of all users might be anybody's code. */
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

/** From the cache, or compiled and put there. */
export async function loadProfile(
  profile: Profile,
  files: RuleFiles,
  traced = false,
): Promise<LoadResult> {
  const name = `${profile.name.replace(/\W/g, '_')}${traced ? '-traced' : ''}`;
  const path = `${cacheFolder()}/${name}-${keyOf(profile, files).slice(0, 16)}`;
  const cached = readSidecar(path);
  if (cached !== undefined && isFresh(cached, files)) {
    return { kind: 'Ok', loaded: await importProfile(path, cached) };
  }
  // The compiler takes longer to load than a compiled profile to run.
  const { buildProfile } = await import('./build-profile.ts');
  const built = await buildProfile(profile, files, traced);
  if (built.kind === 'Error') return built;
  save(`${path}.mjs`, built.module);
  const { sources, cards, plan } = built;
  save(`${path}.json`, JSON.stringify({ sources, cards, plan }));
  return { kind: 'Ok', loaded: await importProfile(path, built) };
}

/** Which files the profile names and how, in which folder, and which compiler would compile it. */
function keyOf({ name, entries, ...options }: Profile, files: RuleFiles): string {
  const paths = entries.flatMap(({ text }) => (hasWildcard(text) ? files.glob(text) : [text]));
  const builtAt = statSync(fileURLToPath(import.meta.url)).mtimeMs;
  return sha256(JSON.stringify([VERSION, builtAt, process.cwd(), name, paths, options]));
}

type Sidecar = {
  readonly sources: readonly { readonly file: string; readonly sha256: string }[];
  readonly cards: readonly RuleCard[];
  /** undefined: it is not traced. */
  readonly plan?: readonly PhasePlan[] | undefined;
};

function isFresh({ sources }: Sidecar, files: RuleFiles): boolean {
  return sources.every(({ file, sha256: sum }) => sha256(files.read(file) ?? '') === sum);
}

/** Written by `loadProfile` alone, so its shape is known. */
function readSidecar(path: string): Sidecar | undefined {
  try {
    return JSON.parse(readFileSync(`${path}.json`, 'utf8'));
  } catch {
    return undefined;
  }
}

async function importProfile(
  path: string,
  { sources, cards, plan }: Sidecar,
): Promise<LoadedProfile> {
  const url = pathToFileURL(`${path}.mjs`);
  // Node imports each address once: a watch would go on with the rules it began with.
  url.search = sha256(JSON.stringify(sources));
  const { waf }: { readonly waf: CompiledWaf } = await import(url.href);
  return { waf, cards, plan };
}

/** Other processes see the old file or the new one, never half of it. */
function save(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}.new`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, path);
}
