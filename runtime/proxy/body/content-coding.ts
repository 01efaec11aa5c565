/** Content-Encoding: which codings a body has, and what undoes them (RFC 9110 8.4). */
import type { Transform } from 'node:stream';
import zlib from 'node:zlib';
import { type ByteString, lowerAscii } from '../../engine/bytes/byte-string.ts';

export type DecoderOptions = {
  /** False: the input is the beginning of a body, so that its end may be missing. */
  readonly whole: boolean;
};

/** Its `bytesWritten` counts what it has read. */
export type DecoderStream = Transform & { readonly bytesWritten: number };

/** Makes a decoder of one format. */
export type Decoder = (options: DecoderOptions) => DecoderStream;

/** A coding by the formats that go under its name. */
export type Coding = readonly Decoder[];

export type Codings =
  | { readonly kind: 'Known'; readonly codings: readonly Coding[] }
  | { readonly kind: 'Unknown' };

/** Each takes a pass over the body. */
const MOST_CODINGS = 5;

const OUTPUT_CHUNK = 65_536;

/** Windows of 8 MB at most (RFC 9659). */
const ZSTD_WINDOW_LOG = 23;

const { Z_FINISH, Z_SYNC_FLUSH, BROTLI_OPERATION_FINISH, BROTLI_OPERATION_FLUSH } = zlib.constants;

const gzip: Coding = [(options) => zlib.createGunzip(zlibOptions(options))];

/** Both the format of RFC 1950 that the name stands for and bare RFC 1951, which many send instead. */
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

/** For Accept-Encoding: what a client may send instead. */
export const ACCEPTED_CODINGS = [...KNOWN.keys()].filter((name) => name !== 'x-gzip').join(', ');

/**
 * The codings of all Content-Encoding values, in the order in which they were applied. Names are compared
 * without case; empty list members and `identity` say nothing.
 */
export function codingsOf(values: readonly ByteString[]): Codings {
  const names = values
    .flatMap((value) => value.split(','))
    .map((name) => lowerAscii(name.replace(/^[ \t]+|[ \t]+$/g, '')))
    .filter((name) => name !== '' && name !== 'identity');
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

/** Node has it from 22.15 on. */
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
