/** Tries whether files can be written. Permissions alone do not show it: a mount may be read-only, or a disk full. */
import { accessSync, constants, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { whyUnwritable } from '../../output/reason-of.ts';

/**
 * Returns why a file, or a file in this folder, cannot be written; undefined when it can. In an existing folder a file
 * is created and removed. A missing folder is created when it is needed, so the nearest existing one above it is checked.
 */
export function whyNotWritable(path: string, kind: 'folder' | 'file'): string | undefined {
  const wanted = resolve(path);
  let nearest = wanted;
  while (!existsSync(nearest)) nearest = dirname(nearest);
  try {
    const isFolder = statSync(nearest).isDirectory();
    if (!isFolder && (kind === 'folder' || nearest !== wanted)) return `${nearest} is a file.`;
    accessSync(nearest, isFolder ? constants.W_OK | constants.X_OK : constants.W_OK);
    if (isFolder && nearest === wanted) tryFolder(nearest);
    return undefined;
  } catch (error) {
    return whyUnwritable(error);
  }
}

function tryFolder(folder: string): void {
  const path = join(folder, `.portcullis-doctor-${process.pid}`);
  try {
    writeFileSync(path, 'This file shows whether the folder is writable.\n', { flag: 'wx' });
  } finally {
    rmSync(path, { force: true });
  }
}
