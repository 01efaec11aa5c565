/** The parts that MD5 and SHA-1 share: padding, blocks of 16 words and the words of the result. */
import type { ByteString } from '../bytes/byte-string.ts';
import { ByteWriter } from './byte-writer.ts';

const BLOCK = 64;
/** Bytes at the end of the last block: the length in bits. */
const LENGTH_FIELD = 8;

export type ByteOrder = 'little-endian' | 'big-endian';

/** Updates the state with a block of 16 words. */
export type Compress = (state: Int32Array, words: Int32Array) => void;

/**
 * Returns the digest of `value`: the bytes of the final state, which starts as `initial`, in the byte order of its
 * words.
 */
export function digest(
  value: ByteString,
  order: ByteOrder,
  initial: readonly number[],
  compress: Compress,
): ByteString {
  const state = Int32Array.from(initial);
  const words = new Int32Array(BLOCK / 4);
  const padded = pad(value, order);
  for (let block = 0; block < padded.length; block += BLOCK) {
    for (let word = 0; word < words.length; word++) {
      words[word] = wordAt(padded, block + word * 4, order);
    }
    compress(state, words);
  }
  const out = new ByteWriter();
  for (const word of state) pushWord(word, order, out);
  return out.toString();
}

/** Rotates 32 bits left. */
export function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

/** Adds word by word, modulo 2^32. */
export function addTo(state: Int32Array, words: readonly number[]): void {
  for (const [index, word] of words.entries()) state[index] = (state[index] ?? 0) + word;
}

/** Appends a one bit, zeros and the length in bits, up to a whole number of blocks. */
function pad(value: ByteString, order: ByteOrder): ByteString {
  const used = (value.length + 1 + LENGTH_FIELD) % BLOCK;
  const zeros = used === 0 ? 0 : BLOCK - used;
  const bits = value.length * 8;
  const [low, high] = [bits % 2 ** 32, Math.floor(bits / 2 ** 32)];
  const field = new ByteWriter();
  for (const word of order === 'big-endian' ? [high, low] : [low, high]) {
    pushWord(word, order, field);
  }
  return `${value}\x80${'\0'.repeat(zeros)}${field.toString()}`;
}

function wordAt(bytes: ByteString, at: number, order: ByteOrder): number {
  let word = 0;
  for (let byte = 0; byte < 4; byte++) {
    word = (word << 8) | bytes.charCodeAt(order === 'big-endian' ? at + byte : at + 3 - byte);
  }
  return word;
}

function pushWord(word: number, order: ByteOrder, out: ByteWriter): void {
  for (let byte = 0; byte < 4; byte++) {
    out.push(word >> (order === 'big-endian' ? 24 - byte * 8 : byte * 8));
  }
}
