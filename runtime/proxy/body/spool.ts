/** Stores request bodies that are too large for memory in unlinked files, within a budget. */
import { randomUUID } from 'node:crypto';
import { close, constants, open, read, unlink, write } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { LentBody } from './stored-body.ts';

const openFile = promisify(open);
const closeFile = promisify(close);
const readFile = promisify(read);
const writeFile = promisify(write);
const unlinkFile = promisify(unlink);

/** The limit of bytes on disk, and the bytes in use by all bodies of the process. */
export type SpoolBudget = {
  readonly limit: number;
  used: number;
};

export type SpoolFile = {
  /** Bytes written so far. */
  readonly size: () => number;
  /** Appends a chunk. Rejects when the disk or the budget is full. */
  readonly write: (chunk: Buffer) => Promise<void>;
  /** Reads the first `length` bytes. Rejects when they cannot be read. */
  readonly text: (length: number) => Promise<ByteString>;
  /**
   * Lends the first `length` bytes to another thread; `close` waits until they are given back. Throws after `close`.
   */
  readonly lend: (length: number) => LentBody;
  /** Streams the whole content; may be called repeatedly. */
  readonly stream: () => Readable;
  /** Frees the space. Further calls do nothing. */
  readonly close: () => Promise<void>;
};

/**
 * Creates a file of mode 0600 and unlinks it immediately, so that no file is left if this process crashes. Rejects
 * when the directory is full or read-only or no file descriptor is left.
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
  let closed = false;
  let inUse = 0;
  let closing: (() => void) | undefined;

  /**
   * If a descriptor were closed during a read, the system could assign it to another client's file before the read
   * runs. So closing waits for operations in progress, and no operation starts after it.
   */
  const begin = (): void => {
    if (closed) throw new Error('spool file is closed');
    inUse += 1;
  };
  const end = (): void => {
    inUse -= 1;
    if (inUse === 0) closing?.();
  };
  const use = async <T>(work: () => Promise<T>): Promise<T> => {
    begin();
    try {
      return await work();
    } finally {
      end();
    }
  };
  const readAt = (length: number, position: number): Promise<Buffer> =>
    use(() => readWhole(file, Buffer.allocUnsafe(length), position));

  return {
    size: () => size,
    write: async (chunk) => {
      if (budget.used + chunk.length > budget.limit) throw new Error('spool is full');
      budget.used += chunk.length;
      size += chunk.length;
      await use(() => writeWhole(file, chunk, size - chunk.length));
    },
    text: (length) => use(() => readText(file, Math.min(length, size))),
    lend: (length) => {
      begin();
      return { source: { kind: 'File', file, length: Math.min(length, size) }, giveBack: end };
    },
    stream: () => streamOf(readAt, size),
    close: async () => {
      if (closed) return;
      closed = true;
      budget.used -= size;
      if (inUse > 0) await new Promise<void>((resolve) => (closing = resolve));
      // Even if closing fails, the descriptor is released, and the file has no name.
      await closeFile(file).catch(() => {});
    },
  };
}

async function writeWhole(file: number, chunk: Buffer, position: number): Promise<void> {
  let done = 0;
  while (done < chunk.length) {
    const left = chunk.length - done;
    const { bytesWritten } = await writeFile(file, chunk, done, left, position + done);
    done += bytesWritten;
  }
}

async function readWhole(file: number, content: Buffer, position: number): Promise<Buffer> {
  let done = 0;
  while (done < content.length) {
    const left = content.length - done;
    const { bytesRead } = await readFile(file, content, done, left, position + done);
    if (bytesRead === 0) throw new Error('spool file is shorter than what was written');
    done += bytesRead;
  }
  return content;
}

/** Bytes per string. Node stores strings over 1 MB outside V8's heap, where their memory is rarely freed. */
const TEXT_PIECE = 524_288;

async function readText(file: number, length: number): Promise<ByteString> {
  const piece = Buffer.allocUnsafe(Math.min(TEXT_PIECE, length));
  const texts: ByteString[] = [];
  for (let done = 0; done < length; done += piece.length) {
    const content = piece.subarray(0, length - done);
    texts.push((await readWhole(file, content, done)).toString('latin1'));
  }
  return texts.join('');
}

const STREAM_CHUNK = 65_536;

type ReadAt = (length: number, position: number) => Promise<Buffer>;

/** Streams the file. fs.ReadStream would close the descriptor, which a second attempt still needs. */
function streamOf(readAt: ReadAt, size: number): Readable {
  let position = 0;
  return new Readable({
    highWaterMark: STREAM_CHUNK,
    read() {
      const length = Math.min(STREAM_CHUNK, size - position);
      if (length <= 0) {
        this.push(null);
        return;
      }
      readAt(length, position).then(
        (chunk) => {
          position += chunk.length;
          this.push(chunk);
        },
        (error: Error) => this.destroy(error),
      );
    },
  });
}
