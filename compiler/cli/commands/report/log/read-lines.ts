/** Files of lines, plain or compressed with gzip, in bounded memory. */
import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Bytes of a line that is still read; no audit record is longer. */
export const LONGEST_LINE = 8 << 20;

const CHUNK = 1 << 20;
const NEWLINE = 0x0a;

export type Lines = {
  /** Without their ends; undefined for a line that is longer than LONGEST_LINE. */
  readonly lines: readonly (Buffer | undefined)[];
  /** The file ends in its last line, which may therefore be cut. */
  readonly isCut: boolean;
};

/**
 * The lines of a file, `-` for standard input, many at a time. `onBytes` is called with the bytes read so far, as stored.
 * Throws what the file system or zlib throws, after the lines before it.
 */
export async function* readLines(
  path: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Lines> {
  const source = path === '-' ? process.stdin : createReadStream(path, { highWaterMark: CHUNK });
  const line = createLineBuffer();
  for await (const chunk of await inflated(counted(source, onBytes))) yield line.add(chunk);
  yield line.end();
}

async function* counted(
  source: AsyncIterable<Buffer>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    onBytes(bytes);
    yield chunk;
  }
}

/** What the first two bytes say is gzip, of one member or more, is unpacked. */
async function inflated(chunks: AsyncGenerator<Buffer>): Promise<AsyncIterable<Buffer>> {
  let head = Buffer.alloc(0);
  while (head.length < 2) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  const all = withHead(head, chunks);
  if (head[0] !== 0x1f || head[1] !== 0x8b) return all;
  // Its errors come out of the iteration of what it gives.
  return pipeline(Readable.from(all), createGunzip({ chunkSize: CHUNK }), () => {});
}

async function* withHead(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  yield* rest;
}

type LineBuffer = {
  readonly add: (chunk: Buffer) => Lines;
  readonly end: () => Lines;
};

function createLineBuffer(): LineBuffer {
  /** Of the line that has no end yet. */
  let parts: Buffer[] = [];
  let length = 0;
  const extend = (part: Buffer): void => {
    length += part.length;
    if (length > LONGEST_LINE) parts = [];
    else parts.push(part);
  };
  const finish = (): Buffer | undefined => {
    const line = length > LONGEST_LINE ? undefined : Buffer.concat(parts);
    parts = [];
    length = 0;
    return line;
  };
  return {
    add: (chunk) => {
      const lines: (Buffer | undefined)[] = [];
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        const last = chunk.subarray(start, end);
        if (length === 0) lines.push(last);
        else {
          extend(last);
          lines.push(finish());
        }
        start = end + 1;
      }
      if (start < chunk.length) extend(chunk.subarray(start));
      return { lines, isCut: false };
    },
    end: () => (length === 0 ? { lines: [], isCut: false } : { lines: [finish()], isCut: true }),
  };
}
