/** A log that outlives full disks, slow readers and rotation: it owns its descriptor and its queue. */
import { closeSync, constants, fsyncSync, openSync, write, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeDirectory } from './make-directory.ts';

/** Bytes that may wait; more is given up and counted. */
const MAX_WAITING = 16_777_216;
/** Bytes written at once. */
const MAX_BATCH = 262_144;
/** Lines wait this long for others, so that a busy process writes a few times a second, not per request. */
const GATHER_MS = 100;
const RETRY_MS = 1000;
const LINE_END = Buffer.from('\n');

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
  readonly #lines: Buffer[] = [];
  #waiting = 0;
  /** Lines at the head of the queue that are being written; undefined: no write is under way. */
  #underWay: number | undefined;
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

  /** Queues a line, given without its end. */
  write(bytes: Buffer): void {
    if (this.#waiting + bytes.length > MAX_WAITING) {
      this.#lost += 1;
      this.#unreported += 1;
      return;
    }
    this.#push(bytes);
    this.#schedule(GATHER_MS);
  }

  /** Writes what waits and is not under way before it returns; what cannot be written stays queued. */
  flush(): void {
    while (this.#lines.length > (this.#underWay ?? 0)) {
      const { batch, count } = this.#batch(this.#underWay ?? 0);
      try {
        this.#settle(batch, count, writeSync(this.#descriptor, batch), this.#underWay ?? 0);
      } catch {
        this.#schedule(RETRY_MS);
        return;
      }
    }
  }

  /** Opens the file anew under its name, for rotation. Throws, and goes on with the old one, when it cannot. */
  reopen(): void {
    if (STANDARD.has(this.#target)) return;
    const opened = openTarget(this.#target);
    const isInUse = this.#underWay !== undefined && this.#retired === undefined;
    if (isInUse) this.#retired = this.#descriptor;
    else closeSync(this.#descriptor);
    this.#descriptor = opened;
    this.#torn = false;
  }

  /** Resolves when everything is written, or the disk refuses it once more. */
  close(): Promise<void> {
    this.#closing ??= new Promise((resolve) => {
      this.#closed = resolve;
      if (this.#underWay === undefined) this.#end();
    });
    return this.#closing;
  }

  #push(bytes: Buffer): void {
    this.#lines.push(bytes);
    this.#waiting += bytes.length;
  }

  #schedule(ms: number): void {
    if (this.#scheduled || this.#underWay !== undefined) return;
    this.#scheduled = true;
    const start = (): void => {
      this.#scheduled = false;
      this.#start();
    };
    setTimeout(start, ms).unref();
  }

  #start(): void {
    if (this.#underWay !== undefined || this.#lines.length === 0 || this.#closed) return;
    const { batch, count } = this.#batch(0);
    this.#underWay = count;
    write(this.#descriptor, batch, (error, written) => {
      this.#underWay = undefined;
      if (this.#retired !== undefined) closeSync(this.#retired);
      this.#retired = undefined;
      if (error === null) this.#settle(batch, count, written, 0);
      if (this.#closed) this.#end();
      else if (error !== null) this.#schedule(RETRY_MS);
      else if (this.#waiting > MAX_BATCH) this.#start();
      else if (this.#lines.length > 0) this.#schedule(GATHER_MS);
    });
  }

  /** As many lines as fit, from index `first`. */
  #batch(first: number): { batch: Buffer; count: number } {
    const parts: Buffer[] = this.#torn ? [LINE_END] : [];
    let size = 0;
    let count = 0;
    for (let index = first; index < this.#lines.length && size < MAX_BATCH; index += 1) {
      const line = this.#lines[index];
      if (line === undefined) break;
      parts.push(line, LINE_END);
      size += line.length + 1;
      count += 1;
    }
    return { batch: Buffer.concat(parts), count };
  }

  /** Removes the lines that were written whole, of `count` from index `first`. */
  #settle(batch: Buffer, count: number, written: number, first: number): void {
    let done = count;
    if (written < batch.length) {
      done = 0;
      let end = this.#torn ? 1 : 0;
      for (let index = first; index < first + count; index += 1) {
        end += (this.#lines[index]?.length ?? 0) + 1;
        if (end > written) break;
        done += 1;
      }
    }
    const whole = this.#lines.splice(first, done);
    for (const line of whole) this.#waiting -= line.length;
    this.#torn = written > 0 ? batch[written - 1] !== LINE_END[0] : this.#torn;
    if (written > 0 && this.#unreported > 0) this.#report();
  }

  #report(): void {
    this.#push(
      Buffer.from(JSON.stringify({ portcullis: 'log records lost', lost: this.#unreported })),
    );
    this.#unreported = 0;
  }

  #end(): void {
    this.flush();
    this.#lost += this.#lines.length;
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
