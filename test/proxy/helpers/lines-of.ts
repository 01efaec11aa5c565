/** Lines of logs, once they have been written: lines are gathered for 100 ms, and disks take their time. */
import { existsSync, readFileSync } from 'node:fs';
import { until } from './until.ts';

/** What comes after the lines that are waited for comes within this time. */
const SURPLUS_MS = 250;

/** Lines of a file as it is now; none when it is not there. */
export function linesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** Waits until the file has `count` lines, and a moment for more of them than there should be. */
export async function writtenLines(path: string, count: number): Promise<string[]> {
  await until(() => linesOf(path).length >= count);
  await new Promise((resolve) => setTimeout(resolve, SURPLUS_MS));
  return linesOf(path);
}
