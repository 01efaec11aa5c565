/** A log that outlives full disks, slow readers and rotation: it owns its descriptor and its queue. */
import { closeSync, constants, fsyncSync, openSync, write, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  addLine,
  bytesLeft,
  createBatch,
  emptied,
  endsWithinLine,
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

const STANDARD: ReadonlyMap<string, number> = new Map([
  ['stdout', 1],
  ['stderr', 2],
]);

/**
 * Lines go out in batches, off the event loop. Several processes may append to one file: every
 * write is whole lines, and a line that a full disk cuts short is written again on a new one.
 */
export class LogFile {
  readonly #target: string;
  #descriptor: number;
  /** Of before a rotation, in use by the write under way. */
  #retired: number | undefined;
  /** Lines are added to the last; the first may be being written. */
  readonly #batches: LogBatch[] = [];
  /** An empty one that is kept for the next lines. */
  #spare: LogBatch | undefined;
  #waiting = 0;
  #isWriting = false;
  #scheduled = false;
  /** The file ends in the middle of a line. */
  #torn = false;
  #lost = 0;
  #unreported = 0;
  #closed: (() => void) | undefined;
  #closing: Promise<void> | undefined;

  /** `target`: `stdout`, `stderr` or a path, whose directory is made. Throws when it cannot be opened. */
  constructor(target: string) {
    this.#target = target;
    this.#descriptor = openTarget(target);
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
      const bytes = bytesLeft(batch, this.#torn);
      try {
        this.#finishWrite(batch, bytes, writeSync(this.#descriptor, bytes));
      } catch {
        this.#schedule(RETRY_MS);
        return;
      }
    }
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
    this.#torn = false;
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
    const bytes = bytesLeft(batch, this.#torn);
    this.#isWriting = true;
    write(this.#descriptor, bytes, (error, written) => {
      this.#isWriting = false;
      if (this.#retired !== undefined) closeSync(this.#retired);
      this.#retired = undefined;
      if (error === null) this.#finishWrite(batch, bytes, written);
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
    if (written === 0) return;
    this.#torn = endsWithinLine(bytes, written);
    if (this.#unreported > 0) this.#report();
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
