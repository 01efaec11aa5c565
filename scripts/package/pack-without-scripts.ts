/** Makes the tarball of a package, without the scripts of its manifest: they belong to the repository. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Writes the tarball NAME-VERSION.tgz of the package in `folder` to `destination`. npm would run `prepare` of an
 * installation from a repository only, but warns of it at each installation.
 */
export function packWithoutScripts(folder: string, destination: string): void {
  const stage = mkdtempSync(join(tmpdir(), 'portcullis-tarball-'));
  try {
    const name = npmPack(folder, stage);
    execFileSync('tar', ['-xzf', join(stage, name), '-C', stage]);
    const unpacked = join(stage, 'package');
    const path = join(unpacked, 'package.json');
    const { scripts: _, ...manifest } = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
    npmPack(unpacked, destination);
  } finally {
    rmSync(stage, { recursive: true });
  }
}

/** Returns the name of the tarball. The files that the prepare script would build exist already. */
function npmPack(folder: string, destination: string): string {
  const words = ['pack', folder, '--ignore-scripts', '--pack-destination', destination];
  return execFileSync('npm', [...words, '--loglevel', 'error'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}
