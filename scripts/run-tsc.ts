/** Runs TypeScript's command with the settings of the project on other files than the project's. */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/**
 * `files`: paths. `options`: deviations from `compilerOptions` of tsconfig.json. Returns what the command prints,
 * one line per error; "" when there are none.
 */
export function runTsc(
  files: readonly string[],
  options: Readonly<Record<string, unknown>>,
): string {
  const folder = temporaryFolder('tsc');
  const settings = {
    extends: resolve('tsconfig.json'),
    compilerOptions: { incremental: false, tsBuildInfoFile: null, ...options },
    files: files.map((path) => resolve(path)),
    include: [],
  };
  try {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    const program = resolve('node_modules/.bin/tsc');
    const { error, status, stdout } = spawnSync(program, ['-p', folder, '--pretty', 'false'], {
      encoding: 'utf8',
      maxBuffer: 100_000_000,
    });
    if (error !== undefined) throw error;
    if ((status !== 0) !== (stdout !== '')) throw new Error(`tsc ended with ${status}: ${stdout}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
