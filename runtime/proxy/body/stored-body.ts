/** A whole request body, in memory or on disk, that can be inspected and sent as often as needed. */
import { Readable } from 'node:stream';
import type { ByteString } from '../../engine/byte-string.ts';
import { openSpool, type SpoolBudget, type SpoolFile } from './spool.ts';

export type StoredBody = {
  /** Bytes. */
  readonly size: number;
  /** The first `limit` bytes for the engine; rejects when the disk fails. */
  readonly text: (limit: number) => Promise<ByteString>;
  readonly stream: () => Readable;
  readonly release: () => Promise<void>;
};

export const EMPTY_BODY: StoredBody = memoryBody([]);

export type BodyStore = {
  /** Undefined when the chunk is kept already; else rejects when it cannot be. */
  readonly write: (chunk: Buffer) => Promise<void> | undefined;
  /** Bytes handed over so far. */
  readonly size: () => number;
  readonly finish: () => StoredBody;
  /** Frees what `finish` was not called for; a write may still be under way. */
  readonly discard: () => void;
};

export type SpoolPlace = { readonly directory: string; readonly budget: SpoolBudget };

/** Keeps up to `memoryLimit` bytes in memory and everything in a spool file beyond that. */
export function createBodyStore(memoryLimit: number, place: SpoolPlace): BodyStore {
  let chunks: Buffer[] = [];
  let size = 0;
  let spool: SpoolFile | undefined;
  let discarded = false;
  let writing: Promise<void> = Promise.resolve();

  const spoolAll = async (): Promise<void> => {
    spool = await openSpool(place.directory, place.budget);
    const held = Buffer.concat(chunks);
    chunks = [];
    await spool.write(held);
  };

  return {
    size: () => size,
    write: (chunk) => {
      size += chunk.length;
      if (spool === undefined) chunks.push(chunk);
      if (size <= memoryLimit) return undefined;
      writing = spool === undefined ? spoolAll() : spool.write(chunk);
      return writing;
    },
    finish: () => (spool === undefined ? memoryBody(chunks) : spooledBody(spool)),
    discard: () => {
      if (discarded) return;
      discarded = true;
      const free = (): Promise<void> | undefined => spool?.close();
      writing.then(free, free);
    },
  };
}

function memoryBody(chunks: readonly Buffer[]): StoredBody {
  const [first = Buffer.alloc(0)] = chunks;
  const content = chunks.length > 1 ? Buffer.concat(chunks) : first;
  return {
    size: content.length,
    text: async (limit) => content.toString('latin1', 0, limit),
    stream: () => streamOf(content),
    release: async () => {},
  };
}

function streamOf(content: Buffer): Readable {
  return new Readable({
    read() {
      if (content.length > 0) this.push(content);
      this.push(null);
    },
  });
}

function spooledBody(spool: SpoolFile): StoredBody {
  return {
    size: spool.size(),
    text: async (limit) => (await spool.read(limit)).toString('latin1'),
    stream: spool.stream,
    release: spool.close,
  };
}
