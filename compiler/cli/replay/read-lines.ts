/** Reads files of lines, plain or compressed with gzip, in bounded memory. */
import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The longest line, in bytes, that is read; no audit record is longer. */
export const LONGEST_LINE = 8 << 20;

const CHUNK = 1 << 20;
const NEWLINE = 0x0a;

export type Lines = {
  /** The lines without their line ends; undefined for a line longer than LONGEST_LINE. */
  readonly lines: readonly (Buffer | undefined)[];
  /** True when the last line has no line end and may therefore be incomplete. */
  readonly isCut: boolean;
};

/**
 * Yields the lines of a file (`-` for standard input) in batches. `onBytes` is called with the number of bytes read so
 * far, as stored. Errors of the file system and of zlib are thrown after the lines before them.
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

/** Decompresses data that starts with the two bytes of gzip, of one or several members. */
async function inflated(chunks: AsyncGenerator<Buffer>): Promise<AsyncIterable<Buffer>> {
  let head = Buffer.alloc(0);
  while (head.length < 2) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  const all = withHead(head, chunks);
  if (head[0] !== 0x1f || head[1] !== 0x8b) return all;
  // Errors of the pipeline are thrown by the iteration over its result.
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
  /** Parts of the current line, whose end has not been read yet. */
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
