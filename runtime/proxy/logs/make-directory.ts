/** Creates a directory and its parents. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates one directory at a time: `recursive: true` loops forever where mkdir always fails with ENOENT, as in
 * /proc (Node 20). Returns the first directory that it has created.
 */
export function makeDirectory(path: string): string | undefined {
  if (existsSync(path)) return undefined;
  const first = makeDirectory(dirname(path));
  try {
    mkdirSync(path);
    return first ?? path;
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!existsSync(path)) throw error;
    return first;
  }
}
