/** Checks whether a module was compiled from exactly these rule files. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Manifest } from '#engine/host/compiled-waf.ts';
import { messageOf } from '../message-of.ts';

/**
 * Compares files by content and base name, in order. Directories are ignored, because they differ between the machine
 * that compiles and the one that runs. Returns one clause per difference.
 */
export function checkManifest(files: readonly string[], { sources }: Manifest): string[] {
  const listed = sources.filter(({ unlisted }) => unlisted !== true);
  const problems = files.flatMap((file, index) => {
    const source = listed[index];
    if (source === undefined) return [`${file} is not compiled into the module`];
    if (basename(file) !== basename(source.file)) {
      return [`${file} is listed where the module has ${source.file}`];
    }
    return checkContent(file, source.sha256);
  });
  const missing = listed.slice(files.length);
  return [...problems, ...missing.map(({ file }) => `${file} is not in the list`)];
}

function checkContent(file: string, sha256: string): string[] {
  try {
    const found = createHash('sha256').update(readFileSync(file)).digest('hex');
    return found === sha256 ? [] : [`${file} differs from what the module was compiled from`];
  } catch (error) {
    return [`${file} cannot be read: ${messageOf(error)}`];
  }
}
