/** Undoes content codings with DecompressionStream, which the fetch platforms have (Compression Standard). */
import type { Decode, Decoded, ReceivedBody } from '../core/request-body.ts';
import { readBeginning, readUpTo } from './read-body.ts';

type Format = ConstructorParameters<typeof DecompressionStream>[0];

const formats: ReadonlyMap<string, Format> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
]);

/** Brotli and zstd are unknown: only the newest platforms can decode them, so applications elsewhere cannot read them. */
export const decodeWithStreams: Decode<Promise<Decoded>> = async (codings, bytes, limit, whole) => {
  let plain: Decoded = { kind: 'Decoded', bytes, whole };
  for (const name of codings.toReversed()) {
    const format = formats.get(name);
    if (format === undefined || typeof DecompressionStream === 'undefined') {
      return { kind: 'Unknown' };
    }
    plain = await decode(format, plain, limit);
    if (plain.kind !== 'Decoded') break;
  }
  return plain;
};

async function decode(
  format: Format,
  { bytes, whole }: ReceivedBody,
  limit: number,
): Promise<Extract<Decoded, { readonly kind: 'Decoded' | 'Broken' }>> {
  const stream = new Blob([Uint8Array.from(bytes)]).stream();
  const plain = stream.pipeThrough(new DecompressionStream(format));
  try {
    const read = await (whole ? readUpTo(plain, limit) : readBeginning(plain, limit));
    return { kind: 'Decoded', bytes: read.bytes, whole: whole && read.whole };
  } catch {
    return { kind: 'Broken' };
  }
}
