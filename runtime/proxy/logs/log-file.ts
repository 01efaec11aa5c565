/** A log that outlives full disks, slow readers and rotation: it owns its descriptor and its queue. */
import { closeSync, constants, fstatSync, fsyncSync, openSync, write, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileEnd } from './file-end.ts';
import { isDiskFull } from './is-disk-full.ts';
import {
  addLine,
  bytesLeft,
  bytesLeftOnNewLine,
  createBatch,
  emptied,
  type LogBatch,
  linesLeft,
  mostBytes,
  noteWritten,
} from './log-batch.ts';
import { makeDirectory } from './make-directory.ts';

/** Bytes that may wait; more is given up and counted. */
const MAX_WAITING = 16_777_216;
/** Lines wait this long for others, so that a busy process writes a few times a second, not per request. */
const GATHER_MS = 100;
const RETRY_MS = 1000;
/** Retries for which another process has time to complete a line of its own. */
const MAX_WAITS = 5;

const STANDARD: ReadonlyMap<string, number> = new Map([
  ['stdout', 1],
  ['stderr', 2],
]);

/** Called each time that a target cannot be written. */
export type LogTrouble = (target: string, error: Error) => void;

/**
 * Lines go out in batches, off the event loop. Several processes may append to one file: every write is
 * whole lines, and a line that a full disk cuts short is completed before anything else is written.
 */
export class LogFile {
  readonly #target: string;
  #descriptor: number;
  /** Of before a rotation, in use by the write under way. */
  #retired: number | undefined;
  /** Lines are added to the last; the first may be being written. */
  readonly #batches: LogBatch[] = [];
  /** An empty one, reused for the next lines. */
  #spare: LogBatch | undefined;
  #waiting = 0;
  #isWriting = false;
  #scheduled = false;
  readonly #trouble: LogTrouble;
  #isFile: boolean;
  /** The last write has failed or was cut short. */
  #failing = false;
  /** The end of the file is looked at before the next write. */
  #checksEnd = true;
  /** Where a line of ours was cut short. */
  #cutAt: number | undefined;
  /** At first nobody is waited for: an earlier process may have left its last line unfinished. */
  #waits = MAX_WAITS;
  #lost = 0;
  #unreported = 0;
  #closed: (() => void) | undefined;
  #closing: Promise<void> | undefined;

  /** `target`: `stdout`, `stderr` or a path, whose directory is made. Throws when it cannot be opened. */
  constructor(target: string, trouble: LogTrouble = () => {}) {
    this.#target = target;
    this.#trouble = trouble;
    this.#descriptor = openTarget(target);
    this.#isFile = fstatSync(this.#descriptor).isFile();
  }

  /** Lines given up so far, because the queue was full. */
  get lost(): number {
    return this.#lost;
  }

  /** Queues a line, given without its end; a string becomes UTF-8. */
  write(line: string | Buffer): void {
    if (this.#waiting + line.length > MAX_WAITING) {
      this.#lost += 1;
      this.#unreported += 1;
      return;
    }
    this.#push(line);
    this.#schedule(GATHER_MS);
  }

  /** Writes what waits and is not under way before it returns; what cannot be written stays queued. */
  flush(): void {
    const first = this.#isWriting ? 1 : 0;
    for (let batch = this.#batches[first]; batch !== undefined; batch = this.#batches[first]) {
      if (this.#writeNow(batch) > 0) continue;
      this.#schedule(RETRY_MS);
      return;
    }
  }

  /** Gives the bytes that were written of a batch; 0: none could be. */
  #writeNow(batch: LogBatch): number {
    const bytes = this.#next(batch);
    if (bytes === undefined) return 0;
    try {
      const written = writeSync(this.#descriptor, bytes);
      this.#finishWrite(batch, bytes, written);
      return written;
    } catch (error) {
      this.#failed(error);
      return 0;
    }
  }

  /** Writes what waits, as `flush`, when it goes to a file: no reader can hold that up. */
  commit(): void {
    if (this.#isFile && !this.#isWriting && !this.#failing) this.flush();
  }

  /**
   * Opens the file anew under its name, for rotation; false: there is no file to open. Throws, and goes on
   * with the old one, when it cannot.
   */
  reopen(): boolean {
    if (STANDARD.has(this.#target)) return false;
    const opened = openTarget(this.#target);
    const isInUse = this.#isWriting && this.#retired === undefined;
    if (isInUse) this.#retired = this.#descriptor;
    else closeSync(this.#descriptor);
    this.#descriptor = opened;
    this.#isFile = fstatSync(opened).isFile();
    this.#checksEnd = true;
    // What was begun in the old file is written whole to the new one.
    if (!isInUse) this.#beginAnew();
    return true;
  }

  /** Resolves when everything is written, or the disk refuses it once more. */
  close(): Promise<void> {
    this.#closing ??= new Promise((resolve) => {
      this.#closed = resolve;
      if (!this.#isWriting) this.#end();
    });
    return this.#closing;
  }

  #push(line: string | Buffer): void {
    const last = this.#batches.at(-1);
    const isOpen = this.#batches.length > (this.#isWriting ? 1 : 0);
    const added = last !== undefined && isOpen ? addLine(last, line) : undefined;
    this.#waiting += added ?? this.#pushBatch(line);
  }

  /** Adds a batch that begins with this line; gives the line's bytes. */
  #pushBatch(line: string | Buffer): number {
    const spare = this.#spare ?? createBatch(0);
    const added = addLine(spare, line);
    if (added !== undefined) {
      this.#batches.push(spare);
      this.#spare = undefined;
      return added;
    }
    const batch = createBatch(mostBytes(line));
    this.#batches.push(batch);
    return addLine(batch, line) ?? 0;
  }

  #schedule(ms: number): void {
    if (this.#scheduled || this.#isWriting) return;
    this.#scheduled = true;
    const start = (): void => {
      this.#scheduled = false;
      this.#start();
    };
    setTimeout(start, ms).unref();
  }

  #start(): void {
    const [batch] = this.#batches;
    if (this.#isWriting || batch === undefined || this.#closed) return;
    const bytes = this.#next(batch);
    if (bytes === undefined) {
      this.#schedule(RETRY_MS);
      return;
    }
    this.#isWriting = true;
    write(this.#descriptor, bytes, (error, written) => {
      this.#isWriting = false;
      if (error === null) this.#finishWrite(batch, bytes, written);
      else this.#failed(error);
      if (this.#retired !== undefined) {
        closeSync(this.#retired);
        this.#retired = undefined;
        this.#beginAnew();
      }
      if (this.#closed) this.#end();
      else if (error !== null) this.#schedule(RETRY_MS);
      else if (this.#batches.length > 1) this.#start();
      else if (this.#batches.length > 0) this.#schedule(GATHER_MS);
    });
  }

  /** After `written` of the bytes that were left of a batch. */
  #finishWrite(batch: LogBatch, bytes: Buffer, written: number): void {
    this.#waiting -= noteWritten(batch, bytes, written);
    if (linesLeft(batch) === 0) {
      this.#batches.splice(this.#batches.indexOf(batch), 1);
      this.#spare = emptied(batch) ?? this.#spare;
    }
    this.#failing = written < bytes.length;
    this.#checksEnd = this.#failing;
    const isCut = this.#isFile && batch.begun > 0;
    this.#cutAt = isCut ? fstatSync(this.#descriptor).size : undefined;
    this.#waits = 0;
    if (written > 0 && this.#unreported > 0) this.#report();
  }

  /** What to write next of a batch; undefined: another process has to complete its line first. */
  #next(batch: LogBatch): Buffer | undefined {
    const end =
      this.#checksEnd && this.#isFile ? fileEnd(this.#descriptor, this.#target) : undefined;
    if (end === undefined || end.size === this.#cutAt) return bytesLeft(batch);
    batch.begun = 0;
    this.#cutAt = undefined;
    if (!end.isWithinLine) return bytesLeft(batch);
    // While the disk is full, the other process cannot.
    if (!isDiskFull(this.#target)) this.#waits += 1;
    return this.#waits > MAX_WAITS || this.#closed ? bytesLeftOnNewLine(batch) : undefined;
  }

  #failed(error: unknown): void {
    this.#failing = true;
    this.#checksEnd = true;
    if (error instanceof Error) this.#trouble(this.#target, error);
  }

  /** On a file that has nothing of the line that was begun. */
  #beginAnew(): void {
    const [batch] = this.#batches;
    if (batch !== undefined) batch.begun = 0;
    this.#cutAt = undefined;
  }

  #report(): void {
    this.#push(JSON.stringify({ portcullis: 'log records lost', lost: this.#unreported }));
    this.#unreported = 0;
  }

  #end(): void {
    this.flush();
    for (const batch of this.#batches) this.#lost += linesLeft(batch);
    if (!STANDARD.has(this.#target)) {
      try {
        fsyncSync(this.#descriptor);
      } catch {
        // Nothing more can be done for it, and the process is about to end.
      }
      closeSync(this.#descriptor);
    }
    this.#closed?.();
  }
}

function openTarget(target: string): number {
  const standard = STANDARD.get(target);
  if (standard !== undefined) return standard;
  makeDirectory(dirname(target));
  return openSync(target, constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY, 0o640);
}
