/** The command line run from its sources, in a folder of its own. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

const tsx = fileURLToPath(import.meta.resolve('tsx'));
const cli = fileURLToPath(new URL('../../compiler/cli/main.ts', import.meta.url));

/** An empty folder with `files` in it; it goes away when the test file ends. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text, 'latin1');
  }
  return folder;
}

export function portcullis(
  folder: string,
  words: readonly string[],
  input = '',
  environment: Readonly<Record<string, string>> = {},
): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, ['--import', tsx, cli, ...words], {
    cwd: folder,
    encoding: 'utf8',
    input,
    env: { ...process.env, NO_COLOR: '1', ...environment },
    timeout: 60_000,
  });
}
