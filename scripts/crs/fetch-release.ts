/** Fetches the release from a folder or by download, and verifies that it is the official one. */
import { writeFileSync } from 'node:fs';
import { formatRulesLock } from '#compiler/rules-lock.ts';
import { compareWithManifest, readManifest } from './crs-manifest.ts';
import { download } from './download.ts';
import { installRules } from './install-rules.ts';
import { ReleaseError } from './release-error.ts';
import { type ReleaseFiles, readFolder, readTarball } from './release-files.ts';

export type FetchOptions = {
  /** A local copy of the release; undefined to download it. */
  readonly folder: string | undefined;
  /** The address of the folder that contains `vRELEASE.tar.gz`. */
  readonly base: string;
  readonly manifest: string;
  /** The folder to fill; it stays untouched unless every file is correct. */
  readonly target: string;
  /** The lock file to write, and the path under which it names the target. */
  readonly lock: { readonly path: string; readonly names: string };
};

/** Returns one line per problem; empty when the target now contains the release. */
export async function fetchRelease(options: FetchOptions): Promise<readonly string[]> {
  const manifest = readManifest(options.manifest);
  try {
    const files = await readRelease(options, manifest.release);
    const problems = compareWithManifest(files, manifest);
    if (problems.length > 0) return problems;
    installRules(installed(files), options.target);
    writeFileSync(options.lock.path, formatRulesLock(options.lock.names, manifest.release));
    return [];
  } catch (error) {
    if (error instanceof ReleaseError) return [error.message];
    throw error;
  }
}

async function readRelease({ folder, base }: FetchOptions, release: string): Promise<ReleaseFiles> {
  if (folder !== undefined) return readFolder(folder);
  return readTarball(await download(`${base.replace(/\/+$/, '')}/v${release}.tar.gz`));
}

/** Returns the files to install: of the example files only the setup file. */
function installed(files: ReleaseFiles): ReleaseFiles {
  return new Map([...files].filter(([path]) => !/^rules\/.*\.example$/.test(path)));
}
