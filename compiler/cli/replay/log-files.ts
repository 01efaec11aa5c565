/** Finds logs, and shows how far they have been read. */
import { closeSync, fstatSync, openSync, statSync } from 'node:fs';
import { progress } from '../output/progress.ts';
import { reasonOf } from '../output/reason-of.ts';

export type LogFile = { readonly path: string; readonly bytes: number };

/** Returns the logs; a message when one cannot be opened. `what` is what the message calls it. */
export function findLogs(
  paths: readonly string[],
  what = 'audit log',
): readonly LogFile[] | string {
  const found: LogFile[] = [];
  for (const path of paths) {
    try {
      found.push(findLog(path));
    } catch (error) {
      return `Cannot read the ${what} ${path}. ${reasonOf(error)}`;
    }
  }
  return found;
}

/**
 * Opens the log once (`-` is standard input), so that a wrong name is reported before any log is read. Throws errors of
 * the file system.
 */
export function findLog(path: string): LogFile {
  const isInput = path === '-';
  // A pipe can be opened only once.
  if (!isInput && statSync(path).isFIFO()) return { path, bytes: 0 };
  const file = isInput ? 0 : openSync(path, 'r');
  try {
    const stats = fstatSync(file);
    // Node reads nothing from a folder that is its standard input.
    if (stats.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    return { path, bytes: stats.size };
  } finally {
    if (!isInput) closeSync(file);
  }
}

/** Returns a function that shows the progress: bytes of a log that are read, after `done` bytes of the logs before it. */
export function createLogProgress(
  logs: readonly LogFile[],
): (log: LogFile, done: number, bytes: number) => void {
  const total = logs.reduce((sum, { bytes }) => sum + bytes, 0);
  return ({ path }, done, bytes) =>
    progress.show(`reading ${path}: ${megabytes(done + bytes, total)}`);
}

/** Returns the progress. The total of a pipe is unknown. */
function megabytes(done: number, total: number): string {
  const shown = (bytes: number): string => (bytes / 1e6).toFixed(0);
  return done > total ? `${shown(done)} MB` : `${shown(done)} of ${shown(total)} MB`;
}
