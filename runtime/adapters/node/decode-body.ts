/** Undoes content codings with node:zlib, as applications do. */
import zlib from 'node:zlib';
import type { Decode, Decoded, ReceivedBody } from '../core/request-body.ts';

/** Most bytes that zlib may return. */
const MOST_OUTPUT = 2 ** 31;

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

/** Returns what rules read of a body that is longer than `limit` when it is decoded. */
type Beginning = (decoder: Decoder, bytes: Uint8Array, limit: number) => Uint8Array;

/** Decodes a body that is refused when it exceeds the limit, so that nothing of it is needed then; see Decode. */
export const decodeWithZlib: Decode<Decoded> = decodeBy(() => new Uint8Array());

/** Decodes a body of which rules read the beginning when it exceeds the limit; see Decode. */
export const decodeBeginningWithZlib: Decode<Decoded> = decodeBy(beginningOf);

function decodeBy(beginning: Beginning): Decode<Decoded> {
  return (codings, bytes, limit, whole) => {
    const chain = codings.toReversed().map((name) => decoders.get(name));
    let plain = { bytes, whole };
    for (const decoder of chain) {
      if (decoder === undefined) return { kind: 'Unknown' };
      try {
        plain = decodeOne(decoder, plain, limit, beginning);
      } catch {
        return { kind: 'Broken' };
      }
      // Nothing is left for the other codings, and an empty body is not in them.
      if (!plain.whole && plain.bytes.length === 0) break;
    }
    return { kind: 'Decoded', ...plain };
  };
}

/** Undoes one coding. The result is not whole when the body is not, or when the result exceeds the limit. */
function decodeOne(
  decoder: Decoder,
  { bytes, whole }: ReceivedBody,
  limit: number,
  beginning: Beginning,
): ReceivedBody {
  // One byte more than the limit shows that the result is longer.
  const maxOutputLength = Math.min(limit + 1, MOST_OUTPUT);
  try {
    const plain = decoder(bytes, { maxOutputLength, finishFlush: whole ? Z_FINISH : Z_SYNC_FLUSH });
    return { bytes: plain, whole: whole && plain.length <= limit };
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    return { bytes: beginning(decoder, bytes, limit), whole: false };
  }
}

/**
 * Decodes so much of the input that the result has more than `limit` bytes and at most twice as many, because zlib's
 * synchronous functions return nothing of a longer result. The result is shorter when the next byte of the input alone
 * stands for more: then that byte repeats bytes of the result.
 */
function beginningOf(decoder: Decoder, bytes: Uint8Array, limit: number): Uint8Array {
  const options = {
    maxOutputLength: Math.min(2 * limit, MOST_OUTPUT),
    finishFlush: Z_SYNC_FLUSH,
  };
  let found: Uint8Array = new Uint8Array();
  let fits = 0;
  let exceeds = bytes.length + 1;
  let next = bytes.length;
  while (exceeds - fits > 1 && found.length <= limit) {
    try {
      found = decoder(bytes.subarray(0, next), options);
      fits = next;
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      exceeds = next;
    }
    next = fits + Math.floor((exceeds - fits) / 2);
  }
  return found;
}

function isTooLarge(error: unknown): boolean {
  return (
    error instanceof RangeError ||
    (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
  );
}
