/** Creates the directory of a log and its parents. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates one directory at a time: `recursive: true` loops forever where mkdir always fails with ENOENT, as in
 * /proc (Node 20).
 */
export function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process of the proxy may have created it meanwhile.
    if (!existsSync(path)) throw error;
  }
}
