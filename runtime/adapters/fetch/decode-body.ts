/** Undoes content codings with DecompressionStream, which the fetch platforms have (Compression Standard). */
import type { Decode, Decoded, ReceivedBody } from '../core/request-body.ts';
import { readBeginning, readUpTo } from './read-body.ts';

type Format = ConstructorParameters<typeof DecompressionStream>[0];

/** The formats in use under each name. `deflate` means RFC 1950, but many senders use RFC 1951. */
const formats: ReadonlyMap<string, readonly Format[]> = new Map<string, readonly Format[]>([
  ['gzip', ['gzip']],
  ['x-gzip', ['gzip']],
  ['deflate', ['deflate', 'deflate-raw']],
]);

/** Brotli and zstd are unknown: only the newest platforms can decode them, so applications elsewhere cannot read them. */
export const decodeWithStreams: Decode<Promise<Decoded>> = async (codings, bytes, limit, whole) => {
  let plain: ReceivedBody = { bytes, whole };
  for (const name of codings.toReversed()) {
    const known = formats.get(name);
    if (known === undefined || typeof DecompressionStream === 'undefined') {
      return { kind: 'Unknown' };
    }
    const found = await decodeOne(known, plain, limit);
    if (found === undefined) return { kind: 'Broken' };
    plain = found;
  }
  return { kind: 'Decoded', ...plain };
};

/**
 * Undoes one coding. Undefined when the body is in none of its formats, or in two, because the application may decode
 * the other one.
 */
async function decodeOne(
  known: readonly Format[],
  body: ReceivedBody,
  limit: number,
): Promise<ReceivedBody | undefined> {
  const found: ReceivedBody[] = [];
  for (const format of known) {
    const plain = await decodeAs(format, body, limit);
    if (plain !== undefined) found.push(plain);
  }
  return found.length === 1 ? found[0] : undefined;
}

/** Decodes a body. Returns undefined when it is not in the format, or when other bytes follow: rules would not read them. */
async function decodeAs(
  format: Format,
  body: ReceivedBody,
  limit: number,
): Promise<ReceivedBody | undefined> {
  const plain = await decompress(format, body, limit);
  if (plain?.whole !== true) return plain;
  refusesMore ??= await probe();
  if (refusesMore) return plain;
  // A body that is complete without its last byte has bytes after the end of the format.
  const shorter = { ...body, bytes: body.bytes.subarray(0, -1) };
  return (await decompress(format, shorter, limit)) === undefined ? plain : undefined;
}

async function decompress(
  format: Format,
  { bytes, whole }: ReceivedBody,
  limit: number,
): Promise<ReceivedBody | undefined> {
  try {
    const stream = new Blob([Uint8Array.from(bytes)]).stream();
    const plain = stream.pipeThrough(new DecompressionStream(format));
    const read = await (whole ? readUpTo(plain, limit) : readBeginning(plain, limit));
    return { bytes: read.bytes, whole: whole && read.whole };
  } catch {
    return undefined;
  }
}

/**
 * Whether the platform refuses bytes after the end of a format, as the standard demands. Node 20 and workerd without
 * `strict_compression_checks` ignore them. Only the result is cached, because workerd forbids to await a Promise that another request has created.
 */
let refusesMore: boolean | undefined;

/** An empty text in each format, followed by a zero. */
const FOLLOWED: readonly (readonly [Format, readonly number[]])[] = [
  ['gzip', [31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
  ['deflate', [120, 156, 3, 0, 0, 0, 0, 1, 0]],
  ['deflate-raw', [3, 0, 0]],
];

async function probe(): Promise<boolean> {
  for (const [format, followed] of FOLLOWED) {
    const body = { bytes: Uint8Array.from(followed), whole: true };
    if ((await decompress(format, body, 1)) !== undefined) return false;
  }
  return true;
}
