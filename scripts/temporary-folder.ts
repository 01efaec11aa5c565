/** Creates folders for programs that import packages of the checkout, so they are inside it. */
import { mkdirSync, mkdtempSync } from 'node:fs';
import { resolve } from 'node:path';

/** Creates a folder whose name begins with `name`; the caller removes it. */
export function temporaryFolder(name: string): string {
  mkdirSync('node_modules/.cache', { recursive: true });
  return mkdtempSync(resolve('node_modules/.cache', `${name}-`));
}
