/** Reads the entries of audit logs, one log after another, line by line. */
import { createLogProgress, type LogFile } from '../../replay/log-files.ts';
import { readLines } from '../../replay/read-lines.ts';
import type { LogFigures } from './document.ts';
import { type Entry, readEntry } from './log/entry.ts';

type MutableFigures = { -readonly [Name in keyof LogFigures]: LogFigures[Name] };

/** Calls `add` with each record and its line. */
export async function readLogs(
  logs: readonly LogFile[],
  add: (entry: Entry, line: string) => void,
): Promise<readonly LogFigures[]> {
  const showProgress = createLogProgress(logs);
  const figures: LogFigures[] = [];
  let done = 0;
  for (const file of logs) {
    const log = await readLog(file.path, add, (bytes) => showProgress(file, done, bytes));
    done += log.bytes;
    figures.push(log);
  }
  return figures;
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
