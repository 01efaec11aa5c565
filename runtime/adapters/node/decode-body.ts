/** Undoes content codings with node:zlib, as applications do. */
import zlib from 'node:zlib';
import type { Decoded } from '../core/request-body.ts';

type Options = { readonly maxOutputLength: number; readonly finishFlush: number };
type Decoder = (bytes: Uint8Array, options: Options) => Buffer;

const { Z_FINISH, Z_SYNC_FLUSH, BROTLI_OPERATION_FINISH, BROTLI_OPERATION_FLUSH } = zlib.constants;

/** `deflate` means RFC 1950, but many senders use RFC 1951. */
const inflate: Decoder = (bytes, options) => {
  try {
    return zlib.inflateSync(bytes, options);
  } catch (error) {
    if (isTooLarge(error)) throw error;
    return zlib.inflateRawSync(bytes, options);
  }
};

const brotli: Decoder = (bytes, { maxOutputLength, finishFlush }) =>
  zlib.brotliDecompressSync(bytes, {
    maxOutputLength,
    finishFlush: finishFlush === Z_FINISH ? BROTLI_OPERATION_FINISH : BROTLI_OPERATION_FLUSH,
  });

const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', zlib.gunzipSync],
  ['x-gzip', zlib.gunzipSync],
  ['deflate', inflate],
  ['br', brotli],
]);

/** Decodes a body; see Decode. `codings`: in the order in which they were applied. */
export function decodeWithZlib(
  codings: readonly string[],
  bytes: Uint8Array,
  limit: number,
  whole: boolean,
): Decoded {
  const chain = codings.toReversed().map((name) => decoders.get(name));
  // One byte more than the limit shows that the result is longer.
  const options = {
    maxOutputLength: Math.min(limit + 1, 2 ** 31),
    finishFlush: whole ? Z_FINISH : Z_SYNC_FLUSH,
  };
  let plain = bytes;
  for (const decoder of chain) {
    if (decoder === undefined) return { kind: 'Unknown' };
    try {
      plain = decoder(plain, options);
    } catch (error) {
      // The part that has been decoded is lost, so that rules in detection mode see nothing of it.
      if (isTooLarge(error)) {
        return { kind: 'Decoded', bytes: new Uint8Array(), whole: false };
      }
      return { kind: 'Broken' };
    }
  }
  return { kind: 'Decoded', bytes: plain, whole: plain.length <= limit };
}

function isTooLarge(error: unknown): boolean {
  return (
    error instanceof RangeError ||
    (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
  );
}
