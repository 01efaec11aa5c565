/** Finds the folder of the project, so that the command can run from any folder. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { member, parseJson } from './json.ts';
import { PACKAGE } from './version.ts';

/**
 * Absolute path, without a slash at the end, of the checkout or of the installed package. It does not depend on the
 * bundle that contains this file.
 */
export const PROJECT = projectOf(dirname(fileURLToPath(import.meta.url)));

/** Returns the nearest folder, from `folder` upwards, whose package.json has our package name. */
function projectOf(folder: string): string {
  if (nameIn(folder) === PACKAGE) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error(`No folder above this file is that of ${PACKAGE}`);
  return projectOf(above);
}

function nameIn(folder: string): unknown {
  try {
    return member(parseJson(readFileSync(`${folder}/package.json`, 'utf8')), 'name');
  } catch {
    return undefined;
  }
}
