/** Implements Content-Encoding: the codings of a body and their decoders (RFC 9110 section 8.4). */
import type { Transform } from 'node:stream';
import zlib from 'node:zlib';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { contentCodings, MOST_CODINGS } from '#engine/host/content-codings.ts';

export type DecoderOptions = {
  /** False when the input is only the beginning of a body, so that its end may be missing. */
  readonly whole: boolean;
};

/** `bytesWritten` counts the input bytes that the decoder has consumed. */
export type DecoderStream = Transform & { readonly bytesWritten: number };

/** Creates a decoder for one format. */
export type Decoder = (options: DecoderOptions) => DecoderStream;

/** The formats that are in use under the name of a coding. */
export type Coding = readonly Decoder[];

export type Codings =
  | { readonly kind: 'Known'; readonly codings: readonly Coding[] }
  | { readonly kind: 'Unknown' };

const OUTPUT_CHUNK = 65_536;

/** The largest window is 8 MB (RFC 9659). */
const ZSTD_WINDOW_LOG = 23;

const { Z_FINISH, Z_SYNC_FLUSH, BROTLI_OPERATION_FINISH, BROTLI_OPERATION_FLUSH } = zlib.constants;

const gzip: Coding = [(options) => zlib.createGunzip(zlibOptions(options))];

/** The format of RFC 1950, which the name denotes, and the raw format of RFC 1951, which many clients send instead. */
const deflate: Coding = [
  (options) => zlib.createInflate(zlibOptions(options)),
  (options) => zlib.createInflateRaw(zlibOptions(options)),
];

const brotli: Coding = [
  ({ whole }) =>
    zlib.createBrotliDecompress({
      chunkSize: OUTPUT_CHUNK,
      finishFlush: whole ? BROTLI_OPERATION_FINISH : BROTLI_OPERATION_FLUSH,
    }),
];

const KNOWN: ReadonlyMap<ByteString, Coding> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', deflate],
  ['br', brotli],
  ...zstdCodings(),
]);

/** The value of Accept-Encoding in a refusal: the codings that a client may send. */
export const ACCEPTED_CODINGS = [...KNOWN.keys()].filter((name) => name !== 'x-gzip').join(', ');

/** Parses the values of Content-Encoding. The result is in the order in which the codings were applied. */
export function codingsOf(values: readonly ByteString[]): Codings {
  const names = contentCodings(values);
  const codings = names.flatMap((name) =>
    [KNOWN.get(name) ?? []].filter((each) => each.length > 0),
  );
  if (codings.length < names.length || names.length > MOST_CODINGS) return { kind: 'Unknown' };
  return { kind: 'Known', codings };
}

function zlibOptions({ whole }: DecoderOptions): zlib.ZlibOptions {
  return { chunkSize: OUTPUT_CHUNK, finishFlush: whole ? Z_FINISH : Z_SYNC_FLUSH };
}

type ZstdModule = {
  readonly createZstdDecompress: (options: object) => DecoderStream;
  readonly constants: {
    readonly ZSTD_e_end: number;
    readonly ZSTD_e_flush: number;
    readonly ZSTD_d_windowLogMax: number;
  };
};

/** Returns the zstd coding if Node supports it, as it does since 22.15. */
function zstdCodings(): readonly (readonly [ByteString, Coding])[] {
  if (!hasZstd(zlib)) return [];
  const { createZstdDecompress, constants } = zlib;
  const decoder: Decoder = ({ whole }) =>
    createZstdDecompress({
      chunkSize: OUTPUT_CHUNK,
      finishFlush: whole ? constants.ZSTD_e_end : constants.ZSTD_e_flush,
      params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG },
    });
  return [['zstd', [decoder]]];
}

function hasZstd(module: object): module is ZstdModule {
  return 'createZstdDecompress' in module;
}
