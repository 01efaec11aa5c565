/** Bodies under Content-Encoding: every known coding, alone, in a row, broken, mislabelled, hostile. */
import zlib from 'node:zlib';
import { rawRequest } from '../../proxy/helpers/raw-client.ts';

/** 'pass': it is read, so that what is harmless passes and what is not does not; else why it is refused. */
export type CodingFate = 'pass' | 'unknown' | 'broken' | 'too-large';

export type CodingCase = {
  readonly name: string;
  /** Values of Content-Encoding, one header each. */
  readonly values: readonly string[];
  readonly encode: (plain: Buffer) => Buffer;
  readonly fate: CodingFate;
};

type Encode = CodingCase['encode'];

const { gzipSync, deflateSync, deflateRawSync, brotliCompressSync } = zlib;

/** Node has it from 22.15 on; without it the label alone decides. */
const hasZstd = 'zstdCompressSync' in zlib;
const zstdSync: Encode = (plain) =>
  'zstdCompressSync' in zlib && typeof zlib.zstdCompressSync === 'function'
    ? zlib.zstdCompressSync(plain)
    : plain;

const asIs: Encode = (plain) => plain;
const cut =
  (encode: Encode): Encode =>
  (plain) =>
    encode(plain).subarray(0, -3);
const followed =
  (encode: Encode): Encode =>
  (plain) =>
    Buffer.concat([encode(plain), Buffer.from('&a=b')]);
const halves =
  (encode: Encode): Encode =>
  (plain) => {
    const half = plain.length >> 1;
    return Buffer.concat([encode(plain.subarray(0, half)), encode(plain.subarray(half))]);
  };

/** A member with the name of a file (RFC 1952 section 2.3). */
const namedGzip: Encode = (plain) => {
  const [head, rest] = [gzipSync(plain).subarray(0, 10), gzipSync(plain).subarray(10)];
  head[3] = 8;
  return Buffer.concat([head, Buffer.from('report.json\0'), rest]);
};

const wrongSum: Encode = (plain) => {
  const coded = gzipSync(plain);
  coded.writeUInt32LE(0, coded.length - 8);
  return coded;
};

/** Valid as RFC 1950, whose first block is `plain` and filling, and as RFC 1951, with other content. */
const bothDeflates: Encode = (plain) => {
  const filled = Buffer.alloc(0xff63, ' ');
  plain.copy(filled, 1000);
  // The bare reading sees a stored block of 156 bytes, and then one of all that is left.
  filled.writeUInt8(1, 154);
  filled.writeUInt16LE(65_229, 155);
  filled.writeUInt16LE(0xffff - 65_229, 157);
  const sum = deflateSync(filled).subarray(-4);
  const head = Buffer.from([0x78, 0x9c, 0, 0x63, 0xff, 0x9c, 0]);
  return Buffer.concat([head, filled, Buffer.from([1, 0, 0, 0xff, 0xff]), sum]);
};

const padded =
  (encode: Encode, size: number): Encode =>
  (plain) =>
    encode(Buffer.concat([plain, Buffer.alloc(size, ' ')]));

/** Longer than the limit although it hardly shrinks. */
const longText: Encode = (plain) => {
  let state = 1;
  const filling = Buffer.alloc(13_200_000);
  for (let index = 0; index < filling.length; index += 1) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    filling[index] = 0x20 + ((state >> 16) % 64);
  }
  return gzipSync(Buffer.concat([plain, filling]), { level: 1 });
};

const row = (
  name: string,
  value: string | readonly string[],
  encode: Encode,
  fate: CodingFate = 'pass',
): CodingCase => ({ name, values: typeof value === 'string' ? [value] : value, encode, fate });

export const codingCases: readonly CodingCase[] = [
  row('gzip', 'gzip', gzipSync),
  row('x-gzip', 'x-gzip', gzipSync),
  row('deflate as RFC 1950', 'deflate', deflateSync),
  row('deflate as RFC 1951', 'deflate', deflateRawSync),
  row('br', 'br', brotliCompressSync),
  row('zstd', 'zstd', zstdSync, hasZstd ? 'pass' : 'unknown'),
  row('identity', 'identity', asIs),
  row('no coding', '', asIs),
  row('capitals', 'GZip', gzipSync),
  row('blanks', ' \tgzip \t', gzipSync),
  row('empty members', ', gzip ,,', gzipSync),
  row('identity in the list', 'identity, gzip, identity', gzipSync),
  row('gzip twice', 'gzip, gzip', (plain) => gzipSync(gzipSync(plain))),
  row('deflate, then gzip', 'deflate,gzip', (plain) => gzipSync(deflateSync(plain))),
  row('two headers', ['br', 'gzip'], (plain) => gzipSync(brotliCompressSync(plain))),
  row('five in a row', 'gzip, br, deflate, gzip, br', (plain) =>
    brotliCompressSync(gzipSync(deflateRawSync(brotliCompressSync(gzipSync(plain))))),
  ),
  row('several members', 'gzip', halves(gzipSync)),
  row('file name', 'gzip', namedGzip),
  row('gzip cut off', 'gzip', cut(gzipSync), 'broken'),
  row('deflate cut off', 'deflate', cut(deflateSync), 'broken'),
  row('bare deflate cut off', 'deflate', cut(deflateRawSync), 'broken'),
  row('br cut off', 'br', cut(brotliCompressSync), 'broken'),
  row('inner coding cut off', 'gzip, gzip', (plain) => gzipSync(cut(gzipSync)(plain)), 'broken'),
  row('bytes behind gzip', 'gzip', followed(gzipSync), 'broken'),
  row('bytes behind deflate', 'deflate', followed(deflateSync), 'broken'),
  row('bytes behind bare deflate', 'deflate', followed(deflateRawSync), 'broken'),
  row('bytes behind br', 'br', followed(brotliCompressSync), 'broken'),
  row('deflate twice, one label', 'deflate', halves(deflateSync), 'broken'),
  row('wrong checksum', 'gzip', wrongSum, 'broken'),
  row('plain as gzip', 'gzip', asIs, 'broken'),
  row('plain as deflate', 'deflate', asIs, 'broken'),
  row('plain as br', 'br', asIs, 'broken'),
  row('gzip as deflate', 'deflate', gzipSync, 'broken'),
  row('deflate as gzip', 'gzip', deflateSync, 'broken'),
  row('order swapped', 'gzip, deflate', (plain) => gzipSync(deflateSync(plain)), 'broken'),
  row('two deflates at once', 'deflate', bothDeflates, 'broken'),
  row('compress', 'compress', asIs, 'unknown'),
  row('unknown under gzip', 'x-own, gzip', gzipSync, 'unknown'),
  row('parameter', 'gzip;q=1', gzipSync, 'unknown'),
  row('quoted', '"gzip"', gzipSync, 'unknown'),
  row('no comma', 'gzip gzip', gzipSync, 'unknown'),
  row('any', '*', gzipSync, 'unknown'),
  row('six in a row', 'gzip,gzip,gzip,gzip,gzip,gzip', gzipSync, 'unknown'),
  row('bomb', 'gzip', padded(gzipSync, 10_000_000), 'too-large'),
  row('bomb of br', 'br', padded(brotliCompressSync, 10_000_000), 'too-large'),
  row(
    'bomb in two layers',
    'gzip, gzip',
    padded((plain) => gzipSync(gzipSync(plain)), 12_000_000),
    'too-large',
  ),
  row('long text', 'gzip', longText, 'too-large'),
];

/** A request with this body, coded or not, under the labels of the case. */
export function upload({ values }: Pick<CodingCase, 'values'>, host: string, body: Buffer): string {
  const codings = values.map((value) => `Content-Encoding: ${value}`);
  const headers = ['User-Agent: Mozilla/5.0', 'Accept: */*', 'Content-Type: application/json'];
  return rawRequest('/', [...headers, ...codings], {
    method: 'POST',
    host,
    body: body.toString('latin1'),
  });
}
