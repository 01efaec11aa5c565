/** All logs of a process by their target: two logs with one target share one file. */

import { messageOf } from '../message-of.ts';
import { LogFile } from './log-file.ts';

/** Where a log goes; undefined: nowhere. */
export type LogSink = LogFile | undefined;

export type Logs = {
  /** Opens a log, or finds the one with this target. `off`: undefined. Throws when it cannot be opened. */
  readonly open: (target: string) => LogSink;
  /** Opens all files anew; returns one line for each that could not be, and is kept as it was. */
  readonly reopen: () => string[];
  readonly flush: () => void;
  readonly close: () => Promise<void>;
  /** Lines given up by all of them. */
  readonly lost: () => number;
};

export function createLogs(): Logs {
  const files = new Map<string, LogFile>();
  return {
    open: (target) => {
      if (target === 'off') return undefined;
      const file = files.get(target) ?? new LogFile(target);
      files.set(target, file);
      return file;
    },
    reopen: () =>
      [...files].flatMap(([target, file]) => {
        try {
          file.reopen();
          return [];
        } catch (error) {
          return [`cannot reopen log ${target}: ${messageOf(error)}`];
        }
      }),
    flush: () => {
      for (const file of files.values()) file.flush();
    },
    close: async () => {
      await Promise.all([...files.values()].map((file) => file.close()));
    },
    lost: () => [...files.values()].reduce((sum, file) => sum + file.lost, 0),
  };
}
