/** The command line as a process, in a folder of its own. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startedProgram } from './started-program.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const built = join(project, 'dist/portcullis.mjs');

/** Milliseconds since the epoch: when the newest source file below a folder was written. */
function newestIn(folder: string): number {
  const names = readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' });
  return Math.max(...names.map((name) => statSync(join(project, folder, name)).mtimeMs));
}

function isBuilt(): boolean {
  const made = statSync(built, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return made > newestIn('compiler') && made > newestIn('runtime');
}

const { nodeArguments, file } = startedProgram('compiler/cli/main.ts');

/** Arguments for Node that start the command line: the build when it is newer than every source file, else the sources. */
export const commandLine: readonly string[] = isBuilt() ? [built] : [...nodeArguments, file];

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
  return spawnSync(process.execPath, [...commandLine, ...words], {
    cwd: folder,
    encoding: 'utf8',
    input,
    env: { ...process.env, NO_COLOR: '1', ...environment },
    timeout: 300_000,
  });
}
