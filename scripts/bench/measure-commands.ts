/**
 * Measures the time (processor-time-of.ts) that `portcullis compile` and `portcullis check` take, from start to
 * exit.
 */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { median } from '#compiler/cli/commands/bench/bench-waf.ts';
import { lower, processorTimeOfChildren } from './processor-time-of.ts';
import type { Workspace } from './workspace.ts';

export type CommandTimes = {
  readonly compileMilliseconds: number;
  readonly checkMilliseconds: number;
};

const RUNS = 3;
/** Milliseconds after which no further run begins. */
const ENOUGH_MS = 6000;

/** Measures both commands with both profiles in the workspace, which contains the compiled modules afterwards. */
export function measureCommands({ folder }: Workspace): CommandTimes {
  return {
    compileMilliseconds: timeOf('compile', folder),
    checkMilliseconds: timeOf('check', folder),
  };
}

function timeOf(command: string, cwd: string): number {
  const cli = resolve('dist/portcullis.mjs');
  const times: number[] = [];
  const deadline = performance.now() + ENOUGH_MS;
  do {
    const [started, used] = [performance.now(), processorTimeOfChildren()];
    const run = spawnSync(process.execPath, [cli, command], { cwd, encoding: 'utf8' });
    // check exits with 1 when it has findings; with 2 or a signal it has failed.
    if (run.status !== 0 && run.status !== 1) throw new Error(`${command}: ${run.stderr}`);
    const processor = processorTimeOfChildren();
    const spent = processor === undefined || used === undefined ? undefined : processor - used;
    times.push(lower(performance.now() - started, spent));
  } while (times.length < RUNS && performance.now() < deadline);
  return Math.round(median(times));
}
