/** A folder for one test file. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Folder = { readonly path: string; readonly remove: () => void };

export function temporaryFolder(): Folder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'portcullis-lsp-')));
  return { path, remove: () => rmSync(path, { recursive: true }) };
}
