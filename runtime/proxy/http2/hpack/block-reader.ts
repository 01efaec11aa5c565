/** Reads the integers and strings of a header block (RFC 7541 section 5). */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { decodeHuffman } from './huffman.ts';

/** The upper limit of an integer. Integers are lengths and indexes, so larger ones are invalid. */
const MAX_INTEGER = 1 << 24;

export type BlockReader = {
  readonly hasMore: () => boolean;
  readonly isBroken: () => boolean;
  readonly peek: () => number;
  /** Reads an integer whose prefix has `bits` bits of its first byte. Returns -1 when there is none. */
  readonly integer: (bits: number) => number;
  readonly text: () => ByteString | undefined;
};

/** Creates a reader. After the first error it reads nothing more. */
export function createBlockReader(bytes: Uint8Array): BlockReader {
  let position = 0;
  let broken = false;
  const fail = (): undefined => {
    broken = true;
    return undefined;
  };
  const integer = (bits: number): number => {
    const most = 2 ** bits - 1;
    let value = (bytes[position] ?? 0) & most;
    position += 1;
    if (value < most) return value;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[position];
      position += 1;
      value += ((byte ?? 0) & 0x7f) * factor;
      if (byte === undefined || factor > MAX_INTEGER || value > MAX_INTEGER) {
        fail();
        return -1;
      }
      if (byte < 0x80) return value;
    }
  };
  return {
    hasMore: () => !broken && position < bytes.length,
    isBroken: () => broken,
    peek: () => bytes[position] ?? 0,
    integer,
    text: () => {
      if (broken || position >= bytes.length) return fail();
      const isHuffman = (bytes[position] ?? 0) >= 0x80;
      const length = integer(7);
      const start = position;
      position += length;
      if (broken || position > bytes.length) return fail();
      if (isHuffman) return decodeHuffman(bytes, start, position) ?? fail();
      return Buffer.from(bytes.buffer, bytes.byteOffset + start, length).toString('latin1');
    },
  };
}
