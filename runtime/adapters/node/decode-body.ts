/** Undoes content codings with node:zlib, as applications do. */
import zlib from 'node:zlib';
import type { Decode, Decoded, ReceivedBody } from '../core/request-body.ts';

/** Most bytes that zlib may return. */
const MOST_OUTPUT = 2 ** 31;

type Options = { readonly maxOutputLength: number; readonly finishFlush: number };
/** `read`: bytes of the input up to the end of the format. */
type Plain = { readonly bytes: Buffer; readonly read: number };
/** Undoes one format; throws when the input is not in it. */
type Decoder = (bytes: Uint8Array, options: Options) => Plain;
/** What the functions of node:zlib return with the option `info`, which their types do not show. */
type Info = { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };

const { Z_FINISH, Z_SYNC_FLUSH, BROTLI_OPERATION_FINISH, BROTLI_OPERATION_FLUSH } = zlib.constants;

function decoderOf(
  decompress: (bytes: Uint8Array, options: Options & { readonly info: true }) => object,
): Decoder {
  return (bytes, options) => {
    const result = decompress(bytes, { ...options, info: true });
    if (!isInfo(result)) throw new Error('node:zlib does not say how many bytes it has read');
    return { bytes: result.buffer, read: result.engine.bytesWritten };
  };
}

function isInfo(result: object): result is Info {
  return 'engine' in result;
}

const gzip = [decoderOf(zlib.gunzipSync)];

/** The formats in use under each name. `deflate` means RFC 1950, but many senders use RFC 1951. */
const formats: ReadonlyMap<string, readonly Decoder[]> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', [decoderOf(zlib.inflateSync), decoderOf(zlib.inflateRawSync)]],
  [
    'br',
    [
      decoderOf((bytes, options) => {
        const { finishFlush } = options;
        const flush = finishFlush === Z_FINISH ? BROTLI_OPERATION_FINISH : BROTLI_OPERATION_FLUSH;
        return zlib.brotliDecompressSync(bytes, { ...options, finishFlush: flush });
      }),
    ],
  ],
]);

/** Returns what rules read of a body that is longer than `limit` when it is decoded. */
type Beginning = (decoder: Decoder, bytes: Uint8Array, limit: number) => Uint8Array;

/** Decodes a body that is refused when it exceeds the limit, so that nothing of it is needed then; see Decode. */
export const decodeWithZlib: Decode<Decoded> = decodeBy(() => new Uint8Array());

/** Decodes a body of which rules read the beginning when it exceeds the limit; see Decode. */
export const decodeBeginningWithZlib: Decode<Decoded> = decodeBy(beginningOf);

function decodeBy(beginning: Beginning): Decode<Decoded> {
  return (codings, bytes, limit, whole) => {
    const chain = codings.toReversed().map((name) => formats.get(name));
    let plain: ReceivedBody = { bytes, whole };
    for (const decoders of chain) {
      if (decoders === undefined) return { kind: 'Unknown' };
      const found = decodeOne(decoders, plain, limit, beginning);
      if (found === undefined) return { kind: 'Broken' };
      plain = found;
      // Nothing is left for the other codings, and an empty body is not in them.
      if (!plain.whole && plain.bytes.length === 0) break;
    }
    return { kind: 'Decoded', ...plain };
  };
}

/**
 * Undoes one coding. Undefined when the body is in none of its formats, or in two, because the application may decode
 * the other one.
 */
function decodeOne(
  decoders: readonly Decoder[],
  body: ReceivedBody,
  limit: number,
  beginning: Beginning,
): ReceivedBody | undefined {
  const found = decoders.flatMap((decoder) => decodeAs(decoder, body, limit, beginning) ?? []);
  return found.length === 1 ? found[0] : undefined;
}

/**
 * Undoes one format. The result is not whole when the body is not, or when the result exceeds the limit. Undefined when
 * the body is not in this format, or when other bytes follow: rules would not read them.
 */
function decodeAs(
  decoder: Decoder,
  { bytes, whole }: ReceivedBody,
  limit: number,
  beginning: Beginning,
): ReceivedBody | undefined {
  // One byte more than the limit shows that the result is longer.
  const maxOutputLength = Math.min(limit + 1, MOST_OUTPUT);
  try {
    const finishFlush = whole ? Z_FINISH : Z_SYNC_FLUSH;
    const plain = decoder(bytes, { maxOutputLength, finishFlush });
    if (plain.read < bytes.length) return undefined;
    return { bytes: plain.bytes, whole: whole && plain.bytes.length <= limit };
  } catch (error) {
    return isTooLarge(error) ? beyondLimit(decoder, bytes, limit, beginning) : undefined;
  }
}

function beyondLimit(
  decoder: Decoder,
  bytes: Uint8Array,
  limit: number,
  beginning: Beginning,
): ReceivedBody | undefined {
  try {
    return { bytes: beginning(decoder, bytes, limit), whole: false };
  } catch {
    return undefined;
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
      found = decoder(bytes.subarray(0, next), options).bytes;
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
