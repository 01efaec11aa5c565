/** What `make build` leaves behind; these tests run it as users do. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestContext } from 'node:test';

export const PROXY = resolve('dist/proxy.js');
export const COMMAND_LINE = resolve('dist/portcullis.mjs');

/** Skips the test and says so when the file is not built. */
export function isBuilt(t: TestContext, path: string): boolean {
  if (existsSync(path)) return true;
  t.skip(`${path} is not here: make build`);
  return false;
}

/** An empty folder that goes away with the test. */
export function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-e2e-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}
