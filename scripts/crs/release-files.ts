/** The files of an OWASP CRS release that matter here, from a folder or from its tarball. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readTar } from './read-tar.ts';
import { ReleaseError } from './release-error.ts';

/** Contents by path inside the release: `rules/NAME` or `crs-setup.conf.example`. */
export type ReleaseFiles = ReadonlyMap<string, Buffer>;

const SETUP = 'crs-setup.conf.example';
/** The release unpacks to some 30 MB, tests included. */
const MAX_UNPACKED = 200 * 1024 * 1024;

function isRuleFile(path: string): boolean {
  return path === SETUP || /^rules\/[^/]+\.(?:conf|data|example)$/.test(path);
}

/** `folder` holds the release itself, or the one folder that its tarball unpacks to. */
export function readFolder(folder: string): ReleaseFiles {
  const root = findRoot(folder);
  const paths = [SETUP, ...readdirSync(join(root, 'rules')).map((name) => `rules/${name}`)];
  return new Map(
    paths
      .filter((path) => isRuleFile(path) && existsSync(join(root, path)))
      .map((path) => [path, readFileSync(join(root, path))]),
  );
}

function findRoot(folder: string): string {
  const unpacked = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.startsWith('coreruleset-'))
    : [];
  const root = [folder, ...unpacked.map((name) => join(folder, name))].find((candidate) =>
    existsSync(join(candidate, 'rules')),
  );
  if (root === undefined) throw new ReleaseError(`${folder}: there is no folder rules in it`);
  return root;
}

/** Every path of a release's tarball begins with one folder, which is left out. */
export function readTarball(tarball: Buffer): ReleaseFiles {
  const files = readTar(unzip(tarball)).map(
    ({ path, content }) => [path.slice(path.indexOf('/') + 1), content] as const,
  );
  return new Map(files.filter(([path]) => isRuleFile(path)));
}

function unzip(tarball: Buffer): Buffer {
  try {
    return gunzipSync(tarball, { maxOutputLength: MAX_UNPACKED });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ReleaseError(`the archive cannot be unpacked: ${reason}`);
  }
}
