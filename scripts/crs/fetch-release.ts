/** From a folder or a download to a rule folder that is known to be the official release. */
import { writeFileSync } from 'node:fs';
import { formatRulesLock } from '../../compiler/rules-lock.ts';
import { compareWithManifest, readManifest } from './crs-manifest.ts';
import { download } from './download.ts';
import { installRules } from './install-rules.ts';
import { ReleaseError } from './release-error.ts';
import { type ReleaseFiles, readFolder, readTarball } from './release-files.ts';

export type FetchOptions = {
  /** Local copy of the release; undefined: download it. */
  readonly folder: string | undefined;
  /** Address of the folder that has `vRELEASE.tar.gz`. */
  readonly base: string;
  readonly manifest: string;
  /** Folder to fill; untouched unless every file is right. */
  readonly target: string;
  /** The lock file to write, and the path that it names the target by. */
  readonly lock: { readonly path: string; readonly names: string };
};

/** Returns problems, one line each; none when the target now holds the release. */
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

/** Of the example files only the setup file is installed. */
function installed(files: ReleaseFiles): ReleaseFiles {
  return new Map([...files].filter(([path]) => !/^rules\/.*\.example$/.test(path)));
}
