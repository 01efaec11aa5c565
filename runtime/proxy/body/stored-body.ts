/** A whole request body, in memory or on disk, that can be inspected and sent as often as needed. */
import { Readable, type Writable } from 'node:stream';
import type { ByteString } from '../../engine/bytes/byte-string.ts';
import type { Reclaimer } from './reclaimer.ts';
import { openSpool, type SpoolBudget, type SpoolFile } from './spool.ts';

export type StoredBody = {
  /** Bytes. */
  readonly size: number;
  /** On disk. */
  readonly isLarge: boolean;
  /** The first `limit` bytes for the engine; rejects when the disk fails. */
  readonly text: (limit: number) => Promise<ByteString>;
  /** All of it; fails when the disk does. */
  readonly stream: () => Readable;
  /** Writes all of it and ends; `lost` is called when the disk fails. */
  readonly sendTo: (to: Writable, lost: () => void) => void;
  readonly release: () => Promise<void>;
};

export const EMPTY_BODY: StoredBody = memoryBody([]);

export type BodyStore = {
  /** Undefined when the chunk is kept already; else rejects when it cannot be. */
  readonly write: (chunk: Buffer) => Promise<void> | undefined;
  /** Bytes handed over so far. */
  readonly size: () => number;
  /** Resolves when all of it is kept; rejects when it cannot be. */
  readonly finish: () => Promise<StoredBody>;
  /** Frees everything, also what is being written. */
  readonly discard: () => void;
};

export type SpoolFolder = {
  readonly directory: string;
  readonly budget: SpoolBudget;
  readonly reclaimer: Reclaimer;
};

/** Keeps up to `memoryLimit` bytes in memory and everything in a spool file beyond that. */
export function createBodyStore(memoryLimit: number, folder: SpoolFolder): BodyStore {
  let held: Buffer[] = [];
  let size = 0;
  let spool: SpoolFile | undefined;
  let writing: Promise<void> | undefined;

  const append = async (chunk: Buffer): Promise<void> => {
    spool ??= await openSpool(folder.directory, folder.budget);
    const bytes = held.length > 0 ? Buffer.concat([...held, chunk]) : chunk;
    held = [];
    folder.reclaimer.moving(bytes.length);
    await spool.write(bytes);
  };

  return {
    size: () => size,
    write: (chunk) => {
      size += chunk.length;
      if (size <= memoryLimit) {
        held.push(chunk);
        return undefined;
      }
      writing = writing === undefined ? append(chunk) : writing.then(() => append(chunk));
      return writing;
    },
    finish: async () => {
      await writing;
      return spool === undefined ? memoryBody(held) : spooledBody(spool, folder.reclaimer);
    },
    discard: () => {
      const free = (): Promise<void> | undefined => spool?.close();
      if (writing !== undefined) writing.then(free, free);
    },
  };
}

export function memoryBody(chunks: readonly Buffer[]): StoredBody {
  const [first = Buffer.alloc(0)] = chunks;
  const content = chunks.length > 1 ? Buffer.concat(chunks) : first;
  return {
    size: content.length,
    isLarge: false,
    text: async (limit) => content.toString('latin1', 0, limit),
    stream: () => Readable.from(content.length > 0 ? [content] : []),
    sendTo: (to) => {
      if (content.length > 0) to.end(content);
      else to.end();
    },
    release: async () => {},
  };
}

function spooledBody(spool: SpoolFile, reclaimer: Reclaimer): StoredBody {
  return {
    size: spool.size(),
    isLarge: true,
    text: spool.text,
    stream: spool.stream,
    sendTo: (to, lost) => {
      const content = spool.stream().once('error', lost);
      content.on('data', (chunk: Buffer) => reclaimer.moving(chunk.length));
      content.pipe(to);
    },
    release: spool.close,
  };
}
