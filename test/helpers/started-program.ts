/** A TypeScript program that a test starts or loads: bundled where scripts/run-tests.ts has done so, else by tsx. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLED_TESTS } from '#scripts/test-programs.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

export type StartedProgram = {
  readonly file: string;
  /** What Node needs to run it. */
  readonly nodeArguments: readonly string[];
};

/** `path`: within the project, with `.ts`. */
export function startedProgram(path: string): StartedProgram {
  const bundle = join(process.env[BUNDLED_TESTS] ?? '', path.replace(/\.ts$/, '.mjs'));
  return process.env[BUNDLED_TESTS] !== undefined && existsSync(bundle)
    ? { file: bundle, nodeArguments: ['--enable-source-maps'] }
    : { file: join(project, path), nodeArguments: ['--import', import.meta.resolve('tsx')] };
}
