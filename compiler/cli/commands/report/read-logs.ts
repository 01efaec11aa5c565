/** Reads the entries of audit logs, one log after another, line by line. */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { progress } from '../../output/progress.ts';
import type { LogFigures } from './document.ts';
import { type Entry, readEntry } from './log/entry.ts';
import { readLines } from './log/read-lines.ts';

type MutableFigures = { -readonly [Name in keyof LogFigures]: LogFigures[Name] };

export type LogFile = { readonly path: string; readonly bytes: number };

/**
 * Opens each log once, so that a wrong name is reported before the others are read. Throws errors of the file system.
 */
export function findLogs(paths: readonly string[]): readonly LogFile[] {
  return paths.map((path) => {
    if (path === '-') return { path, bytes: 0 };
    const file = openSync(path, 'r');
    try {
      const stats = fstatSync(file);
      if (stats.isDirectory()) throw new Error(`${path} is a folder: name the files in it`);
      return { path, bytes: stats.size };
    } finally {
      closeSync(file);
    }
  });
}

/** Calls `add` with each record and its line. */
export async function readLogs(
  logs: readonly LogFile[],
  add: (entry: Entry, line: string) => void,
): Promise<readonly LogFigures[]> {
  const total = logs.reduce((sum, { bytes }) => sum + bytes, 0);
  const figures: LogFigures[] = [];
  let done = 0;
  for (const { path } of logs) {
    const log = await readLog(path, add, (bytes) =>
      progress.show(`reading ${path}: ${megabytes(done + bytes, total)}`),
    );
    done += log.bytes;
    figures.push(log);
  }
  return figures;
}

/** Returns the progress. The total of standard input is unknown. */
function megabytes(done: number, total: number): string {
  const shown = (bytes: number): string => (bytes / 1e6).toFixed(0);
  return done > total ? `${shown(done)} MB` : `${shown(done)} of ${shown(total)} MB`;
}

async function readLog(
  path: string,
  add: (entry: Entry, line: string) => void,
  onBytes: (bytes: number) => void,
): Promise<LogFigures> {
  const log: MutableFigures = { name: path, bytes: 0, records: 0, unreadable: 0 };
  let number = 0;
  const read = (line: Buffer | undefined, isCut: boolean): void => {
    number += 1;
    const text = line?.toString('utf8');
    if (text !== undefined && text.trim() === '') return;
    const entry = text === undefined ? undefined : readEntry(text);
    if (text !== undefined && entry !== undefined) {
      log.records += 1;
      add(entry, text);
    } else if (!isCut) {
      log.unreadable += 1;
      log.firstUnreadable ??= number;
    }
  };
  try {
    const lines = readLines(path, (bytes) => {
      log.bytes = bytes;
      onBytes(bytes);
    });
    for await (const batch of lines) for (const line of batch.lines) read(line, batch.isCut);
  } catch (error) {
    log.problem = error instanceof Error ? error.message : String(error);
  }
  return log;
}
