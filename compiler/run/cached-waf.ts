/** Compiled profiles, kept in node_modules/.cache as long as no file they were made from has changed. */
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CompiledWaf } from '../../runtime/engine/compiled-waf.ts';
import type { Profile } from '../compile.ts';
import type { Diagnostic } from '../diagnostics.ts';
import { hasWildcard, type RuleFiles } from '../files.ts';
import { PROJECT } from '../project.ts';
import { sha256 } from '../sha256.ts';
import { VERSION } from '../version.ts';
import type { RuleCard } from './rule-card.ts';

export type LoadedProfile = { readonly waf: CompiledWaf; readonly cards: readonly RuleCard[] };

export type LoadResult =
  | { readonly kind: 'Ok'; readonly loaded: LoadedProfile }
  | { readonly kind: 'Error'; readonly diagnostics: readonly Diagnostic[] };

const FOLDER = `${PROJECT}/node_modules/.cache/portcullis`;

/** From the cache, or compiled and put there. */
export async function loadProfile(profile: Profile, files: RuleFiles): Promise<LoadResult> {
  const path = `${FOLDER}/${profile.name.replace(/\W/g, '_')}-${keyOf(profile, files).slice(0, 16)}`;
  if (isFresh(path, files)) return { kind: 'Ok', loaded: await importProfile(path) };
  // The compiler takes longer to load than a compiled profile to run.
  const { buildProfile } = await import('./build-profile.ts');
  const built = await buildProfile(profile, files);
  if (built.kind === 'Error') return built;
  mkdirSync(FOLDER, { recursive: true });
  save(`${path}.mjs`, built.module);
  save(`${path}.json`, JSON.stringify({ sources: built.sources, cards: built.cards }));
  return { kind: 'Ok', loaded: await importProfile(path) };
}

/** Which files the profile names, where it was asked for, and which compiler would compile it. */
function keyOf({ name, entries }: Profile, files: RuleFiles): string {
  const paths = entries.flatMap(({ text }) => (hasWildcard(text) ? files.glob(text) : [text]));
  const made = statSync(fileURLToPath(import.meta.url)).mtimeMs;
  return sha256(JSON.stringify([VERSION, made, process.cwd(), name, paths]));
}

type Sidecar = {
  readonly sources: readonly { readonly file: string; readonly sha256: string }[];
  readonly cards: readonly RuleCard[];
};

function isFresh(path: string, files: RuleFiles): boolean {
  const sources = readSidecar(path)?.sources;
  return sources?.every(({ file, sha256: sum }) => sha256(files.read(file) ?? '') === sum) ?? false;
}

/** Written by `loadProfile` alone, so its shape is known. */
function readSidecar(path: string): Sidecar | undefined {
  try {
    return JSON.parse(readFileSync(`${path}.json`, 'utf8'));
  } catch {
    return undefined;
  }
}

async function importProfile(path: string): Promise<LoadedProfile> {
  const { waf }: { readonly waf: CompiledWaf } = await import(pathToFileURL(`${path}.mjs`).href);
  return { waf, cards: readSidecar(path)?.cards ?? [] };
}

/** Other processes see the old file or the new one, never half of it. */
function save(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}.new`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, path);
}
