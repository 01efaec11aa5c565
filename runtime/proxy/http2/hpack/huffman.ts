/** The Huffman code of HPACK (RFC 7541 section 5.2, appendix B). */
import type { ByteString } from '#engine/bytes/byte-string.ts';

/**
 * The length of each byte's code in bits. The code is canonical: codes of equal length are consecutive, in the
 * order of bytes.
 */
const LENGTHS = `
13 23 28 28 28 28 28 28 28 24 30 28 28 30 28 28 28 28 28 28 28 28 30 28 28 28 28 28 28 28 28 28
6 10 10 12 13 6 8 11 10 10 8 11 8 6 6 6 5 5 5 6 6 6 6 6 6 6 7 8 15 6 12 10
13 6 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 8 7 8 13 19 13 14 6
15 5 6 5 6 5 6 6 6 5 7 7 6 6 6 5 6 7 6 5 5 6 7 7 7 7 7 15 11 14 13 28
20 22 20 20 22 22 22 23 22 23 23 23 23 23 24 23 24 24 22 23 24 23 23 23 23 21 22 23 22 23 23 24
22 21 20 22 22 23 23 21 23 22 22 24 21 22 23 23 21 21 22 21 23 22 23 23 20 22 22 22 23 22 22 23
26 26 20 19 22 23 22 25 26 26 26 27 27 26 24 25 19 21 26 27 27 26 27 24 21 21 26 26 28 27 27 27
20 24 20 21 22 21 21 23 22 22 25 25 24 24 26 23 26 27 26 26 27 27 27 27 27 28 27 27 27 27 27 26
`
  .trim()
  .split(/\s+/)
  .map(Number);

const MAX_LENGTH = 30;

type CodesOfLength = {
  /** The first code of this length. */
  readonly first: number;
  readonly bytes: ByteString;
};

const CODES = codesByLength();

function codesByLength(): readonly CodesOfLength[] {
  const table: CodesOfLength[] = [];
  let code = 0;
  for (let length = 0; length <= MAX_LENGTH; length += 1) {
    const bytes = LENGTHS.flatMap((own, byte) => (own === length ? [byte] : []));
    table.push({ first: code, bytes: String.fromCharCode(...bytes) });
    code = (code + bytes.length) * 2;
  }
  return table;
}

/** Decodes the bytes from `start` to before `end`. Returns undefined for an unknown code or wrong padding. */
export function decodeHuffman(
  bytes: Uint8Array,
  start: number,
  end: number,
): ByteString | undefined {
  let text = '';
  let code = 0;
  let length = 0;
  for (let position = start; position < end; position += 1) {
    const byte = bytes[position] ?? 0;
    for (let bit = 7; bit >= 0; bit -= 1) {
      code = code * 2 + ((byte >> bit) & 1);
      length += 1;
      const codes = CODES[length];
      if (codes === undefined) return undefined;
      const index = code - codes.first;
      if (index >= codes.bytes.length) continue;
      text += codes.bytes[index];
      code = 0;
      length = 0;
    }
  }
  // Padding is a prefix of the end-of-string code, which is all ones, and is shorter than a byte.
  return length < 8 && code === 2 ** length - 1 ? text : undefined;
}
