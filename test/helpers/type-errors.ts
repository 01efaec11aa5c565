/** The type errors of emitted modules, with the settings of the project. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { runTsc } from '#scripts/run-tsc.ts';
import { temporaryFolder } from '#scripts/temporary-folder.ts';

/**
 * Of emitted modules by their path, which starts with a folder for each program: one run of TypeScript for all, since
 * loading the engine takes most of the time.
 */
export function typeErrors(modules: ReadonlyMap<string, string>): readonly string[] {
  const folder = temporaryFolder('emitted');
  try {
    const files = [...modules].map(([path, text]) => {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    });
    const output = runTsc(files, {});
    return output
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.replace(`${relative('.', folder)}/`, ''));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
