/** A log file or stream with its own descriptor and queue. It survives full disks, slow readers and rotation. */
import { closeSync, fstatSync, fsyncSync, write, writeSync } from 'node:fs';
import { fileEnd } from './file-end.ts';
import { isDiskFull } from './is-disk-full.ts';
import {
  addLine,
  bytesLeft,
  bytesLeftOnNewLine,
  createBatch,
  emptied,
  type LineEncoding,
  type LogBatch,
  linesLeft,
  mostBytes,
  noteWritten,
} from './log-batch.ts';
import { isStandard, openTarget } from './open-target.ts';

/** Most queued bytes of a log; further lines or records are dropped and counted. */
export const MAX_WAITING = 16_777_216;
/**
 * Milliseconds for which lines are gathered, so that a busy process writes a few times a second and not once per
 * request.
 */
const GATHER_MS = 100;
/** Milliseconds until a failed write is tried again. */
export const RETRY_MS = 1000;
/** Number of retries that another process gets to complete its own line. */
const MAX_WAITS = 5;

/** Called each time a write to the target fails. */
export type LogTrouble = (target: string, error: Error) => void;

/**
 * Writes lines in batches, off the event loop. Several processes may append to one file. Every write consists of
 * whole lines, and a line that a full disk has cut short is completed before anything else is written.
 */
export class LogFile {
  readonly #target: string;
  #descriptor: number;
  /** The descriptor from before a rotation, while a write still uses it. */
  #retired: number | undefined;
  /** The queue. Lines are added to the last batch; the first may be in a write. */
  readonly #batches: LogBatch[] = [];
  /** An empty batch for reuse. */
  #spare: LogBatch | undefined;
  #waiting = 0;
  #isWriting = false;
  #scheduled = false;
  readonly #trouble: LogTrouble;
  #isFile: boolean;
  /** True when the last write failed or was cut short. */
  #failing = false;
  /** True when the end of the file must be examined before the next write. */
  #checksEnd = true;
  /** The file size at which one of our lines was cut short. */
  #cutAt: number | undefined;
  /**
   * The retries so far. The initial value allows no retry: no process will complete a line that an earlier process
   * left unfinished.
   */
  #waits = MAX_WAITS;
  #lost = 0;
  #unreported = 0;
  #closed: (() => void) | undefined;
  #closing: Promise<void> | undefined;

  /** `target`: `stdout`, `stderr` or a path, whose directory is created. Throws when the target cannot be opened. */
  constructor(target: string, trouble: LogTrouble = () => {}) {
    this.#target = target;
    this.#trouble = trouble;
    this.#descriptor = openTarget(target);
    this.#isFile = fstatSync(this.#descriptor).isFile();
  }

  /** Number of lines dropped so far because the queue was full. */
  get lost(): number {
    return this.#lost;
  }

  /** Queues a line, which is given without its line end. */
  write(line: string, encoding: LineEncoding = 'utf8'): void {
    if (this.#waiting + line.length > MAX_WAITING) {
      this.#lost += 1;
      this.#unreported += 1;
      return;
    }
    this.#push(line, encoding);
    this.#schedule(GATHER_MS);
  }

  /**
   * Writes the queued lines synchronously, except those of a write in progress. Lines that cannot be written stay
   * queued.
   */
  flush(): void {
    const first = this.#isWriting ? 1 : 0;
    for (let batch = this.#batches[first]; batch !== undefined; batch = this.#batches[first]) {
      if (this.#writeNow(batch) > 0) continue;
      this.#schedule(RETRY_MS);
      return;
    }
  }

  /** Returns the bytes of the batch that were written; 0 when none were. */
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

  /**
   * Writes the queued lines synchronously, as `flush` does, if the target is a file: a file, unlike a pipe, has no
   * slow reader.
   */
  commit(): void {
    if (this.#isFile && !this.#isWriting && !this.#failing) this.flush();
  }

  /**
   * Reopens the file by its name, for rotation. Returns false when the target is not a file by name. Throws when it
   * cannot be opened, and then continues with the old one.
   */
  reopen(): boolean {
    if (isStandard(this.#target)) return false;
    const opened = openTarget(this.#target);
    const isInUse = this.#isWriting && this.#retired === undefined;
    if (isInUse) this.#retired = this.#descriptor;
    else closeSync(this.#descriptor);
    this.#descriptor = opened;
    this.#isFile = fstatSync(opened).isFile();
    this.#checksEnd = true;
    // A line that was begun in the old file is written whole to the new one.
    if (!isInUse) this.#beginAnew();
    return true;
  }

  /** Resolves when everything is written, or when the disk has refused it once more. */
  close(): Promise<void> {
    this.#closing ??= new Promise((resolve) => {
      this.#closed = resolve;
      if (!this.#isWriting) this.#end();
    });
    return this.#closing;
  }

  #push(line: string, encoding: LineEncoding): void {
    const last = this.#batches.at(-1);
    const isOpen = this.#batches.length > (this.#isWriting ? 1 : 0);
    const added = last !== undefined && isOpen ? addLine(last, line, encoding) : undefined;
    this.#waiting += added ?? this.#pushBatch(line, encoding);
  }

  /** Adds a new batch with this line. Returns the line's bytes. */
  #pushBatch(line: string, encoding: LineEncoding): number {
    const spare = this.#spare ?? createBatch(0);
    const added = addLine(spare, line, encoding);
    if (added !== undefined) {
      this.#batches.push(spare);
      this.#spare = undefined;
      return added;
    }
    const batch = createBatch(mostBytes(line, encoding));
    this.#batches.push(batch);
    return addLine(batch, line, encoding) ?? 0;
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

  /** Updates the state after `written` bytes of `bytes`, the rest of a batch, were written. */
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

  /** Returns the bytes of a batch to write next; undefined when another process must complete its line first. */
  #next(batch: LogBatch): Buffer | undefined {
    const end =
      this.#checksEnd && this.#isFile ? fileEnd(this.#descriptor, this.#target) : undefined;
    if (end === undefined || end.size === this.#cutAt) return bytesLeft(batch);
    batch.begun = 0;
    this.#cutAt = undefined;
    if (!end.isWithinLine) return bytesLeft(batch);
    // While the disk is full, the other process cannot complete its line, so the retry does not count.
    if (!isDiskFull(this.#target)) this.#waits += 1;
    return this.#waits > MAX_WAITS || this.#closed ? bytesLeftOnNewLine(batch) : undefined;
  }

  #failed(error: unknown): void {
    this.#failing = true;
    this.#checksEnd = true;
    if (error instanceof Error) this.#trouble(this.#target, error);
  }

  /** Forgets how much of the current line was written, because the new file contains nothing of it. */
  #beginAnew(): void {
    const [batch] = this.#batches;
    if (batch !== undefined) batch.begun = 0;
    this.#cutAt = undefined;
  }

  #report(): void {
    this.#push(JSON.stringify({ portcullis: 'log records lost', lost: this.#unreported }), 'utf8');
    this.#unreported = 0;
  }

  #end(): void {
    this.flush();
    for (const batch of this.#batches) this.#lost += linesLeft(batch);
    if (!isStandard(this.#target)) {
      try {
        fsyncSync(this.#descriptor);
      } catch {
        // The process is about to end, and nothing more can be done.
      }
      closeSync(this.#descriptor);
    }
    this.#closed?.();
  }
}
