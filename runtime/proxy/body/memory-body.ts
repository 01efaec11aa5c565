/** Request bodies in memory. */
import { Readable } from 'node:stream';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { StoredBody } from './stored-body.ts';

/** Returns a body that is not larger than what each request may keep in memory. */
export function memoryBody(chunks: readonly Buffer[]): StoredBody {
  return bodyOf(
    () => chunks,
    false,
    async () => {},
  );
}

export const EMPTY_BODY: StoredBody = memoryBody([]);

/** Returns a larger body. `released` is called once, when it is released. */
export function largeMemoryBody(chunks: readonly Buffer[], released: () => void): StoredBody {
  let held: readonly Buffer[] | undefined = chunks;
  const use = (): readonly Buffer[] => {
    if (held === undefined) throw new Error('the body has been released');
    return held;
  };
  return bodyOf(use, true, async () => {
    if (held === undefined) return;
    held = undefined;
    released();
  });
}

function bodyOf(
  chunks: () => readonly Buffer[],
  isLarge: boolean,
  release: StoredBody['release'],
): StoredBody {
  return {
    size: sizeOf(chunks()),
    isLarge,
    text: async (limit) => textOf(chunks(), limit),
    lend: (length) => ({
      source: { kind: 'Bytes', bytes: copyOf(chunks(), length) },
      giveBack: () => {},
    }),
    stream: () => Readable.from(chunks()),
    sendTo: (to) => {
      const all = chunks();
      const last = all.length - 1;
      // One system call sends the head and all chunks.
      to.cork();
      for (const chunk of all.slice(0, last)) to.write(chunk);
      to.end(all[last]);
    },
    release,
  };
}

function sizeOf(chunks: readonly Buffer[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}

/** Where chunks are joined before they become a text. It is used again, because V8 frees buffers late. */
let joined = Buffer.alloc(0);

function textOf(chunks: readonly Buffer[], limit: number): ByteString {
  const [first = Buffer.alloc(0)] = chunks;
  if (chunks.length < 2) return first.toString('latin1', 0, limit);
  const size = sizeOf(chunks);
  if (joined.length < size) joined = Buffer.allocUnsafeSlow(size);
  let done = 0;
  for (const chunk of chunks) done += chunk.copy(joined, done);
  return joined.toString('latin1', 0, Math.min(limit, size));
}

/** Returns a copy of the first `length` bytes, whose memory nothing shares. */
function copyOf(chunks: readonly Buffer[], length: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(Math.min(length, sizeOf(chunks)));
  let done = 0;
  for (const chunk of chunks) {
    const part = chunk.subarray(0, copy.length - done);
    copy.set(part, done);
    done += part.length;
  }
  return copy;
}
