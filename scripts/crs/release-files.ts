/** Reads the rule, data and setup files of an OWASP CRS release from a folder or from its tarball. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readTar } from './read-tar.ts';
import { ReleaseError } from './release-error.ts';

/** Contents by path inside the release: `rules/NAME` or `crs-setup.conf.example`. */
export type ReleaseFiles = ReadonlyMap<string, Buffer>;

const SETUP = 'crs-setup.conf.example';
/** Most bytes after unpacking; the release unpacks to about 30 MB, including tests. */
const MAX_UNPACKED = 200 * 1024 * 1024;

function isRuleFile(path: string): boolean {
  return path === SETUP || /^rules\/[^/]+\.(?:conf|data|example)$/.test(path);
}

/** Reads a folder that contains the release, or the single folder to which its tarball unpacks. */
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

/** Reads a tarball. Every path in it begins with the same folder, which is removed. */
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
