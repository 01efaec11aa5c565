/**
 * A folder with one file per record. Records are written off the event loop from a bounded queue; dropped ones are
 * counted.
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type LogTrouble, MAX_WAITING, RETRY_MS } from './log-file.ts';
import { makeDirectory } from './make-directory.ts';

const LINE_END = Buffer.from('\n');

export type FolderModes = { readonly directory: number; readonly file: number };

export type FileRecord = {
  /** The path below the folder, with two directories: `/day/minute/name`. */
  readonly path: string;
  readonly bytes: Buffer;
  /** Called when the record is in its file. */
  readonly written: () => void;
};

/** Writes records one at a time, in order. While the disk is full they stay queued. */
export class RecordFolder {
  readonly #folder: string;
  readonly #modes: FolderModes;
  readonly #trouble: LogTrouble;
  readonly #queue: FileRecord[] = [];
  #waiting = 0;
  #lost = 0;
  /** Set while the head of the queue is being written. */
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** True when a part of the head of the queue may be in its file. */
  #torn = false;
  #closing: Promise<void> | undefined;

  /** Creates the folder. Throws when it cannot be created. */
  constructor(folder: string, modes: FolderModes, trouble: LogTrouble = () => {}) {
    this.#folder = folder;
    this.#trouble = trouble;
    this.#modes = modes;
    makeDirectory(folder);
  }

  /** Number of records dropped so far. */
  get lost(): number {
    return this.#lost;
  }

  write(record: FileRecord): void {
    if (this.#waiting + record.bytes.length > MAX_WAITING) {
      this.#lost += 1;
      return;
    }
    this.#queue.push(record);
    this.#waiting += record.bytes.length;
    this.#schedule(0);
  }

  /** Writes queued records synchronously, unless a write is in progress. Records that cannot be written stay queued. */
  flush(): void {
    if (this.#writing !== undefined) return;
    try {
      for (let [record] = this.#queue; record !== undefined; [record] = this.#queue) {
        saveNow(join(this.#folder, record.path), this.#bytesOf(record), this.#modes);
        this.#finishRecord();
      }
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Resolves when everything is written, or when the disk has refused it once more. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    await this.#writing;
    this.flush();
    clearTimeout(this.#timer);
    this.#lost += this.#queue.length;
  }

  #schedule(ms: number): void {
    if (this.#writing !== undefined) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#start();
    }, ms).unref();
  }

  #start(): void {
    const [record] = this.#queue;
    if (record === undefined || this.#closing !== undefined) return;
    const path = join(this.#folder, record.path);
    this.#writing = save(path, this.#bytesOf(record), this.#modes).then(
      () => {
        this.#writing = undefined;
        this.#finishRecord();
        this.#start();
      },
      (error: unknown) => {
        this.#writing = undefined;
        this.#failed(error);
      },
    );
  }

  #failed(error: unknown): void {
    this.#torn = true;
    if (error instanceof Error) this.#trouble(this.#folder, error);
    this.#schedule(RETRY_MS);
  }

  #bytesOf({ bytes }: FileRecord): Buffer {
    return Buffer.concat(this.#torn ? [LINE_END, bytes, LINE_END] : [bytes, LINE_END]);
  }

  #finishRecord(): void {
    const record = this.#queue.shift();
    this.#torn = false;
    if (record === undefined) return;
    this.#waiting -= record.bytes.length;
    record.written();
  }
}

/** Appends to the file, because two requests in the same second may have the same id when a trusted peer sends it. */
async function save(path: string, bytes: Buffer, modes: FolderModes): Promise<void> {
  for (const folder of foldersOf(path)) {
    await mkdir(folder, modes.directory).then(() => chmod(folder, modes.directory), unlessThere);
  }
  const file = await open(path, 'a', modes.file);
  try {
    // The umask of the process must not remove permissions that SecAuditLogFileMode grants.
    await file.chmod(modes.file);
    await file.writeFile(bytes);
  } finally {
    await file.close();
  }
}

function saveNow(path: string, bytes: Buffer, modes: FolderModes): void {
  for (const folder of foldersOf(path)) {
    try {
      mkdirSync(folder, modes.directory);
      chmodSync(folder, modes.directory);
    } catch (error) {
      unlessThere(error);
    }
  }
  writeFileSync(path, bytes, { flag: 'a', mode: modes.file });
  chmodSync(path, modes.file);
}

function foldersOf(path: string): readonly string[] {
  return [dirname(dirname(path)), dirname(path)];
}

function unlessThere(error: unknown): void {
  const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
  if (!isThere) throw error;
}
