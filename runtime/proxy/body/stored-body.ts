/** A whole request body, in memory or on disk, that can be inspected and sent as often as needed. */
import { Readable, type Writable } from 'node:stream';
import type { ByteString } from '../../engine/bytes/byte-string.ts';
import type { Reclaimer } from './reclaimer.ts';
import { type LentBody, openSpool, type SpoolBudget, type SpoolFile } from './spool.ts';

export type StoredBody = {
  /** Size in bytes. */
  readonly size: number;
  /** True when the body is on disk. */
  readonly isLarge: boolean;
  /** Returns the first `limit` bytes for the engine. Rejects when the disk fails. */
  readonly text: (limit: number) => Promise<ByteString>;
  /** Lends the first `length` bytes to another thread. Throws when the body has been released. */
  readonly lend: (length: number) => LentBody;
  /** Streams the whole body; the stream emits an error when the disk fails. */
  readonly stream: () => Readable;
  /** Writes the whole body to `to` and ends `to`; calls `lost` when the disk fails. */
  readonly sendTo: (to: Writable, lost: () => void) => void;
  readonly release: () => Promise<void>;
};

export const EMPTY_BODY: StoredBody = memoryBody([]);

export type BodyStore = {
  /**
   * Stores a chunk. Returns undefined when the chunk is stored already, else a promise that rejects when it cannot be
   * stored.
   */
  readonly write: (chunk: Buffer) => Promise<void> | undefined;
  /** Bytes written so far. */
  readonly size: () => number;
  /** Resolves when the body is stored; rejects when it cannot be stored. */
  readonly finish: () => Promise<StoredBody>;
  /** Frees everything, including chunks that are being written. */
  readonly discard: () => void;
};

export type SpoolFolder = {
  readonly directory: string;
  readonly budget: SpoolBudget;
  readonly reclaimer: Reclaimer;
};

/** Creates a store that keeps up to `memoryLimit` bytes in memory and moves longer bodies to a spool file. */
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
    lend: (length) => ({
      source: { kind: 'Bytes', bytes: Uint8Array.from(content.subarray(0, length)) },
      giveBack: () => {},
    }),
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
    lend: spool.lend,
    stream: spool.stream,
    sendTo: (to, lost) => {
      const content = spool.stream().once('error', lost);
      content.on('data', (chunk: Buffer) => reclaimer.moving(chunk.length));
      content.pipe(to);
    },
    release: spool.close,
  };
}
