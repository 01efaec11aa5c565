/** Request bodies that are too large for memory: files without a name, and a budget for all of them. */
import { randomUUID } from 'node:crypto';
import { close, constants, open, read, unlink, write } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';

const openFile = promisify(open);
const closeFile = promisify(close);
const readFile = promisify(read);
const writeFile = promisify(write);
const unlinkFile = promisify(unlink);

/** Bytes on disk, counted over all bodies of the process. */
export type SpoolBudget = {
  readonly limit: number;
  used: number;
};

export type SpoolFile = {
  /** Bytes written so far. */
  readonly size: () => number;
  /** Appends; rejects when the disk or the budget is full. */
  readonly write: (chunk: Buffer) => Promise<void>;
  /** The first `length` bytes; rejects when they cannot be read. */
  readonly read: (length: number) => Promise<Buffer>;
  /** The whole content, as often as needed. */
  readonly stream: () => Readable;
  /** Gives the space back; safe to call twice. */
  readonly close: () => Promise<void>;
};

/** Thrown when the budget does not allow another write. */
export class SpoolFullError extends Error {}

/**
 * Creates a file of mode 0600 and unlinks it at once: whatever happens to this process, nothing
 * stays behind. Rejects when the directory is full or read-only or no file descriptor is left.
 */
export async function openSpool(directory: string, budget: SpoolBudget): Promise<SpoolFile> {
  const path = join(directory, `portcullis-${randomUUID()}`);
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;
  const file = await openFile(path, flags, 0o600);
  try {
    await unlinkFile(path);
  } catch (error) {
    await closeFile(file);
    throw error;
  }
  return spoolFile(file, budget);
}

function spoolFile(file: number, budget: SpoolBudget): SpoolFile {
  let size = 0;
  let open = true;
  return {
    size: () => size,
    write: async (chunk) => {
      if (budget.used + chunk.length > budget.limit) throw new SpoolFullError('spool is full');
      budget.used += chunk.length;
      size += chunk.length;
      await writeAll(file, chunk, size - chunk.length);
    },
    read: async (length) => {
      const content = Buffer.allocUnsafe(Math.min(length, size));
      await readAll(file, content);
      return content;
    },
    stream: () => streamOf(file, () => size),
    close: async () => {
      if (!open) return;
      open = false;
      budget.used -= size;
      // A descriptor that cannot be closed is gone all the same, and its file has no name.
      await closeFile(file).catch(() => {});
    },
  };
}

async function writeAll(file: number, chunk: Buffer, position: number): Promise<void> {
  let done = 0;
  while (done < chunk.length) {
    const { bytesWritten } = await writeFile(
      file,
      chunk,
      done,
      chunk.length - done,
      position + done,
    );
    done += bytesWritten;
  }
}

async function readAll(file: number, content: Buffer): Promise<void> {
  let done = 0;
  while (done < content.length) {
    const { bytesRead } = await readFile(file, content, done, content.length - done, done);
    if (bytesRead === 0) throw new Error('spool file is shorter than what was written');
    done += bytesRead;
  }
}

const STREAM_CHUNK = 65_536;

/** Not fs.ReadStream, which closes the descriptor that a second attempt still needs. */
function streamOf(file: number, size: () => number): Readable {
  let position = 0;
  return new Readable({
    highWaterMark: STREAM_CHUNK,
    read() {
      const length = Math.min(STREAM_CHUNK, size() - position);
      if (length <= 0) {
        this.push(null);
        return;
      }
      const chunk = Buffer.allocUnsafe(length);
      read(file, chunk, 0, length, position, (error, bytesRead) => {
        if (error !== null || bytesRead === 0) {
          this.destroy(error ?? new Error('spool file is shorter than what was written'));
          return;
        }
        position += bytesRead;
        this.push(chunk.subarray(0, bytesRead));
      });
    },
  });
}
