/** Copies bytes of the block to the output, or skips them, four at a step where none of them needs a closer look. */
import { blockWords, outputWords } from './byte-block.ts';

/**
 * Copies the bytes of `block` from `from` on to `output` from `to` on: up to the next `byte`, or the end at `count`. Returns
 * how many it has copied; up to three bytes more may be written.
 */
export function copyUpTo(byte: number, from: number, to: number, count: number): number {
  // Local variables, because module variables are looked up at every use; each on its own, because a list would be allocated.
  const source = blockWords;
  const target = outputWords;
  const pattern = byte * 0x01010101;
  const distance = to - from;
  for (let at = from; at < count; at += 4) {
    const four = source.getInt32(at, true);
    const found = zeroBytes(four ^ pattern);
    target.setInt32(at + distance, four, true);
    if (found !== 0) return Math.min(at + firstByteOf(found), count) - from;
  }
  return count - from;
}

/** Copies like `copyUpTo`, up to a blank, a control character other than DEL or a byte outside ASCII. */
export function copyVisible(from: number, to: number, count: number): number {
  const source = blockWords;
  const target = outputWords;
  const distance = to - from;
  for (let at = from; at < count; at += 4) {
    const four = source.getInt32(at, true);
    // A borrow may set the bits of bytes after the first.
    const found = ((four - 0x21212121) | four) & HIGHEST_BITS;
    target.setInt32(at + distance, four, true);
    if (found !== 0) return Math.min(at + firstByteOf(found), count) - from;
  }
  return count - from;
}

/** The highest bit of each of four bytes, as a number that V8 need not allocate. */
const HIGHEST_BITS = 0x80808080 | 0;

/** Returns the highest bit of each of four bytes that is 0. No sum exceeds 31 bits unless the last byte is 0 or 80. */
export function zeroBytes(four: number): number {
  return ((~four & 0x7f7f7f7f) + 0x01010101) & ~four & HIGHEST_BITS;
}

/** Returns which of four bytes is the first whose highest bit is set; `found` has no other bits. */
export function firstByteOf(found: number): number {
  const lowest = found >>> 7;
  return (31 - Math.clz32(lowest & -lowest)) >> 3;
}

/** Copies like `copyUpTo`: the bytes of the words, four each, that consist of bytes for which `table` has no number above FF. */
export function copyMapped(table: Uint16Array, from: number, to: number, count: number): number {
  const source = blockWords;
  const target = outputWords;
  const distance = to - from;
  let at = from;
  for (; at + 4 <= count; at += 4) {
    const four = source.getInt32(at, true);
    const first = table[four & 0xff] ?? 0;
    const second = table[(four >>> 8) & 0xff] ?? 0;
    const third = table[(four >>> 16) & 0xff] ?? 0;
    const fourth = table[four >>> 24] ?? 0;
    if ((first | second | third | fourth) > 0xff) break;
    target.setInt32(at + distance, first | (second << 8) | (third << 16) | (fourth << 24), true);
  }
  return at - from;
}

const TABS = 0x09090909;
const BLANKS = 0x20202020;

/** Returns the end of the tabs or blanks at `at` in the block, some of them at least: long runs mostly consist of one of them. */
export function endOfBlanks(at: number, count: number): number {
  const source = blockWords;
  const four = at + 4 <= count ? source.getInt32(at, true) : 0;
  if (four !== TABS && four !== BLANKS) return at;
  let end = at + 4;
  while (end + 4 <= count && source.getInt32(end, true) === four) end += 4;
  return end;
}
