/** Stores a request body while it arrives: in memory, or on disk when it is too large for that. */
import { largeMemoryBody, memoryBody } from './memory-body.ts';
import type { Reclaimer } from './reclaimer.ts';
import { openSpool, type SpoolBudget, type SpoolFile } from './spool.ts';
import type { StoredBody } from './stored-body.ts';

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

/** The limit of bytes in memory, and the bytes that all large bodies of the process have in use. */
export type MemoryBudget = {
  readonly limit: number;
  used: number;
};

export type SpoolFolder = {
  readonly directory: string;
  readonly budget: SpoolBudget;
  readonly memory: MemoryBudget;
  readonly reclaimer: Reclaimer;
};

/** Bytes. Larger bodies go to disk; most of them wait there until a thread can inspect them. */
const LARGEST_IN_MEMORY = 2_097_152;

/**
 * Creates a store that keeps up to `memoryLimit` bytes in memory, and larger bodies as long as the process has memory
 * left for them; others go to a spool file. `announced`: the size of the body in bytes, when it is known.
 */
export function createBodyStore(
  memoryLimit: number,
  { directory, budget, memory, reclaimer }: SpoolFolder,
  announced = 0,
): BodyStore {
  const most = announced > LARGEST_IN_MEMORY ? memoryLimit : LARGEST_IN_MEMORY;
  let held: Buffer[] = [];
  let size = 0;
  let reserved = 0;
  let spool: SpoolFile | undefined;
  let writing: Promise<void> | undefined;

  const fitsInMemory = (): boolean => {
    if (size <= memoryLimit) return true;
    const more = size - reserved;
    if (writing !== undefined || size > most || memory.used + more > memory.limit) return false;
    memory.used += more;
    reserved = size;
    return true;
  };
  const unreserve = (): void => {
    memory.used -= reserved;
    reserved = 0;
  };
  const append = async (chunk: Buffer): Promise<void> => {
    spool ??= await openSpool(directory, budget);
    const bytes = held.length > 0 ? Buffer.concat([...held, chunk]) : chunk;
    held = [];
    reclaimer.moving(bytes.length);
    await spool.write(bytes);
    unreserve();
  };

  return {
    size: () => size,
    write: (chunk) => {
      size += chunk.length;
      if (fitsInMemory()) {
        held.push(chunk);
        return undefined;
      }
      writing = writing === undefined ? append(chunk) : writing.then(() => append(chunk));
      return writing;
    },
    finish: async () => {
      await writing;
      if (spool !== undefined) return spooledBody(spool, reclaimer);
      if (reserved === 0) return memoryBody(held);
      const chunks = held;
      held = [];
      return largeMemoryBody(chunks, () => {
        unreserve();
        reclaimer.released(size);
      });
    },
    discard: () => {
      unreserve();
      const free = (): Promise<void> | undefined => spool?.close();
      if (writing !== undefined) writing.then(free, free);
    },
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
