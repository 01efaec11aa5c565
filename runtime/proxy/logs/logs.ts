/** Opens the logs of a process. Logs with the same target share one file. */
import { messageOf } from '../message-of.ts';
import { LogFile, type LogTrouble } from './log-file.ts';
import { type FolderModes, RecordFolder } from './record-folder.ts';

/** The file of a log; undefined when the log is off. */
export type LogSink = LogFile | undefined;

export type Logs = {
  /**
   * Opens a log, or returns the open one with this target. Returns undefined for `off`. Throws when it cannot be
   * opened.
   */
  readonly open: (target: string) => LogSink;
  /** Opens a folder of records, or returns the open one with this path. Throws when it cannot be created. */
  readonly openFolder: (path: string, modes: FolderModes) => RecordFolder;
  /** Reopens all files. Returns one line for each file that could not be reopened; it stays open as before. */
  readonly reopen: () => { readonly reopened: number; readonly problems: readonly string[] };
  /** Writes queued lines to files, so that they survive when the process is killed. */
  readonly commit: () => void;
  readonly close: () => Promise<void>;
  /** Returns the number of records that all logs have dropped. */
  readonly lost: () => number;
};

/** `trouble` is called for every failed write. */
export function createLogs(trouble: LogTrouble = () => {}): Logs {
  const files = new Map<string, LogFile>();
  const folders = new Map<string, RecordFolder>();
  // Folders come first, because a written record adds a line to an index file.
  const all = (): readonly (RecordFolder | LogFile)[] => [...folders.values(), ...files.values()];
  return {
    open: (target) => {
      if (target === 'off') return undefined;
      const file = files.get(target) ?? new LogFile(target, trouble);
      files.set(target, file);
      return file;
    },
    openFolder: (path, modes) => {
      const folder = folders.get(path) ?? new RecordFolder(path, modes, trouble);
      folders.set(path, folder);
      return folder;
    },
    reopen: () => {
      const problems: string[] = [];
      let reopened = 0;
      for (const [target, file] of files) {
        try {
          if (file.reopen()) reopened += 1;
        } catch (error) {
          problems.push(`cannot reopen log ${target}: ${messageOf(error)}`);
        }
      }
      return { reopened, problems };
    },
    commit: () => {
      for (const file of files.values()) file.commit();
    },
    close: async () => {
      await Promise.all([...folders.values()].map((folder) => folder.close()));
      await Promise.all([...files.values()].map((file) => file.close()));
    },
    lost: () => all().reduce((sum, log) => sum + log.lost, 0),
  };
}
