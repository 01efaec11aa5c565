/** Where the project lies: the command runs from any folder. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { member, parseJson } from './json.ts';
import { PACKAGE } from './version.ts';

/** Absolute, without a slash at the end: of a checkout or of the installed package, whatever this file is bundled into. */
export const PROJECT = projectOf(dirname(fileURLToPath(import.meta.url)));

/** The nearest folder whose package.json has our name. */
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
