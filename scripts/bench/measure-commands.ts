/** Time that `portcullis compile` and `portcullis check` take, from start to exit. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { median } from '../../compiler/bench/bench-waf.ts';

export type CommandTimes = {
  readonly compileMilliseconds: number;
  readonly checkMilliseconds: number;
};

const RUNS = 3;
/** No further run begins after this time. */
const ENOUGH_MS = 6000;

/** Both profiles of this project, in a folder that sees its rules but not its output. */
export function measureCommands(): CommandTimes {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-bench-'));
  try {
    for (const name of ['profiles', 'rules']) symlinkSync(resolve(name), join(folder, name));
    return {
      compileMilliseconds: timeOf('compile', folder),
      checkMilliseconds: timeOf('check', folder),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function timeOf(command: string, cwd: string): number {
  const cli = resolve('dist/portcullis.mjs');
  const times: number[] = [];
  const deadline = performance.now() + ENOUGH_MS;
  do {
    const started = performance.now();
    const run = spawnSync(process.execPath, [cli, command], { cwd, encoding: 'utf8' });
    // check ends with 1 when it has findings; 2 and no number at all mean that it did not run.
    if (run.status !== 0 && run.status !== 1) throw new Error(`${command}: ${run.stderr}`);
    times.push(performance.now() - started);
  } while (times.length < RUNS && performance.now() < deadline);
  return Math.round(median(times));
}
