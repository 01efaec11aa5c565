/** Makes the directory of a log and those above it. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Not `recursive: true`, which never returns where mkdir answers ENOENT for good, as in /proc (Node 20). */
export function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process of ours may have been faster.
    if (!existsSync(path)) throw error;
  }
}
