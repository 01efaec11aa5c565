/** All logs of a process by their target: two logs with one target share one file. */
import { messageOf } from '../message-of.ts';
import { LogFile } from './log-file.ts';
import { type FolderModes, RecordFolder } from './record-folder.ts';

/** Where a log goes; undefined: nowhere. */
export type LogSink = LogFile | undefined;

export type Logs = {
  /** Opens a log, or finds the one with this target. `off`: undefined. Throws when it cannot be opened. */
  readonly open: (target: string) => LogSink;
  /** Opens a folder of records, or finds the one with this path. Throws when it cannot be made. */
  readonly openFolder: (path: string, modes: FolderModes) => RecordFolder;
  /** Opens all files anew; one problem, a line, for each that could not be, and is kept as it was. */
  readonly reopen: () => { readonly reopened: number; readonly problems: readonly string[] };
  readonly flush: () => void;
  readonly close: () => Promise<void>;
  /** Lines given up by all of them. */
  readonly lost: () => number;
};

export function createLogs(): Logs {
  const files = new Map<string, LogFile>();
  const folders = new Map<string, RecordFolder>();
  // Folders come first: what they have written is told in files.
  const all = (): readonly (RecordFolder | LogFile)[] => [...folders.values(), ...files.values()];
  return {
    open: (target) => {
      if (target === 'off') return undefined;
      const file = files.get(target) ?? new LogFile(target);
      files.set(target, file);
      return file;
    },
    openFolder: (path, modes) => {
      const folder = folders.get(path) ?? new RecordFolder(path, modes);
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
    flush: () => {
      for (const log of all()) log.flush();
    },
    close: async () => {
      await Promise.all([...folders.values()].map((folder) => folder.close()));
      await Promise.all([...files.values()].map((file) => file.close()));
    },
    lost: () => all().reduce((sum, log) => sum + log.lost, 0),
  };
}
