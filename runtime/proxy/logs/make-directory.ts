/** Creates a directory and its parents. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates one directory at a time: `recursive: true` loops forever where mkdir always fails with ENOENT, as in
 * /proc (Node 20). Returns the first directory that it has created. Throws what the file system reports.
 */
export function makeDirectory(path: string): string | undefined {
  if (isDirectory(path)) return undefined;
  const first = makeDirectory(dirname(path));
  try {
    mkdirSync(path);
    return first ?? path;
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isDirectory(path)) throw error;
    return first;
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
