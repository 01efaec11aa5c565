import { spawnSync } from 'node:child_process';

/** Returns the version of a program; undefined when it is not installed. */
export function versionOf(program: string): string | undefined {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return /\d+\.\d+(?:\.\d+)?/.exec(stdout ?? '')?.[0];
}

/** Returns the second number of a version. */
export const minorOf = (version: string): number => Number(version.split('.')[1]);
