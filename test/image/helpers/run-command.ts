/** Programs of the machine, for tests that build and install. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

const MOST_OUTPUT = 64 * 1024 * 1024;
/** What is downloaded may never come. */
const MOST_TIME = 600_000;

export type Ran = {
  readonly status: number | null;
  readonly stdout: string;
  readonly output: string;
};

export function run(program: string, words: readonly string[], cwd?: string): Ran {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    encoding: 'utf8',
    maxBuffer: MOST_OUTPUT,
    timeout: MOST_TIME,
    ...(cwd !== undefined && { cwd }),
  });
  return { status, stdout: stdout ?? '', output: `${stdout}${stderr}${error ?? ''}` };
}

/** What it prints; fails with all of it when it fails. */
export function must(program: string, words: readonly string[], cwd?: string): string {
  const { status, stdout, output } = run(program, words, cwd);
  assert.equal(status, 0, `${program} ${words.join(' ')}\n${output}`);
  return stdout;
}

/** Why a test cannot run here: the user is not root, or a program is not there. */
export function whyNot(programs: readonly string[]): string | false {
  if (process.getuid?.() !== 0) return 'only root may do this';
  const absent = programs.filter((name) => run('which', [name]).status !== 0);
  return absent.length === 0 ? false : `not here: ${absent.join(', ')}`;
}
