/**
 * Finds selected literals in a long text, four bytes at a step: 2 ns a byte where a phrase automaton takes 5 to 7. Four bytes of each
 * literal are indexed at two neighbouring end positions, so that checking every other position of the text is enough; of a literal that
 * is too short, three bytes at any position. The bytes are rare in a sample of the text. Bitmaps rule out literals at most positions.
 */
import { block, readBlock } from '../bytes/byte-block.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { lower } from './gram-index.ts';

/** The literals to find, in lists by the hash of four or three bytes. */
export type LiteralSearch = {
  /** In lower case, two bytes or more each. */
  readonly literals: readonly ByteString[];
  /** How often each pair of bytes occurs in the sample. */
  readonly counts: Uint16Array;
  /** One bit for each hash of four bytes, and of three. */
  readonly fours: Int32Array;
  readonly threes: Int32Array;
  /** Row of the first literal in each list, lists of four bytes first; -1: none. */
  readonly heads: Int32Array;
  /** For each row: the next row, the bytes, their literal (-1: no longer searched for), and the index after the bytes in it. */
  readonly next: Int32Array;
  readonly bytesOf: Int32Array;
  readonly literalOf: Int32Array;
  readonly endOf: Int32Array;
  rows: number;
  /** The four bytes before those that are read next. */
  before: number;
};

/** Receives each literal that occurs, and decides which are still searched for, and whether any is. */
export type LiteralVisitor = {
  readonly isWanted: (literal: number) => boolean;
  readonly isDone: () => boolean;
  readonly found: (literal: number) => void;
};

/** Folds letters to lower case, and some other bytes together, in four bytes and in two. */
const CASE = 0x20202020;
const PAIR_CASE = 0x2020;
/** Mask of the low three bytes. */
const THREE = 0xffffff;
/** Bits of the two bitmaps, and lists for each. */
const [FOURS, THREES, LISTS] = [0x20000, 0x10000, 0x1000];
/** Literals shorter than this are found by three bytes. */
const LONG = 5;
/** All results of CASE for one byte: any of them may precede a two-byte literal. */
const FOLDED = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => (byte & 0x20) !== 0);

const blockData = new DataView(block.buffer);

export function createLiteralSearch(literals: readonly ByteString[]): LiteralSearch {
  const pairs = literals.filter(({ length }) => length === 2).length;
  const rows = 2 * literals.length + FOLDED.length * pairs;
  return {
    literals,
    counts: new Uint16Array(0x10000),
    fours: new Int32Array(FOURS / 32),
    threes: new Int32Array(THREES / 32),
    heads: new Int32Array(2 * LISTS),
    next: new Int32Array(rows),
    bytesOf: new Int32Array(rows),
    literalOf: new Int32Array(rows),
    endOf: new Int32Array(rows),
    rows: 0,
    before: 0,
  };
}

/** Sets the literals to find. `sample`: 64 KB at most of the text. */
export function lookFor(
  search: LiteralSearch,
  wanted: readonly number[],
  sample: ByteString,
): void {
  search.fours.fill(0);
  search.threes.fill(0);
  search.heads.fill(-1);
  search.rows = 0;
  countPairs(search.counts, sample);
  for (const literal of wanted) {
    const text = search.literals[literal] ?? '';
    const rare = endOfRarePair(search.counts, text);
    if (text.length < LONG) {
      addShort(search, literal, text, rare);
      continue;
    }
    const end = Math.min(Math.max(4, rare), text.length - 1);
    addFour(search, literal, text, end);
    addFour(search, literal, text, end + 1);
  }
}

function countPairs(counts: Uint16Array, sample: ByteString): void {
  counts.fill(0);
  let pair = 0;
  for (let at = 0; at < sample.length; at += 1) {
    pair = (pair >>> 8) | ((sample.charCodeAt(at) & 0xff) << 8) | PAIR_CASE;
    counts[pair] = (counts[pair] ?? 0) + 1;
  }
}

function endOfRarePair(counts: Uint16Array, text: ByteString): number {
  let least = Number.POSITIVE_INFINITY;
  let rare = 0;
  for (let end = 2; end <= text.length; end += 1) {
    const count = counts[pairBefore(text, end)] ?? 0;
    if (count < least) [least, rare] = [count, end];
  }
  return rare;
}

function pairBefore(text: ByteString, end: number): number {
  return text.charCodeAt(end - 2) | (text.charCodeAt(end - 1) << 8) | PAIR_CASE;
}

function addShort(search: LiteralSearch, literal: number, text: ByteString, rare: number): void {
  if (text.length === 2) {
    for (const first of FOLDED) addThree(search, literal, first | (pairBefore(text, 2) << 8), 2);
    return;
  }
  const end = Math.max(3, rare);
  addThree(search, literal, (pairBefore(text, end - 1) & 0xff) | (pairBefore(text, end) << 8), end);
}

function addThree(search: LiteralSearch, literal: number, three: number, end: number): void {
  const hash = hashOfThree(three);
  search.threes[hash >> 5] = (search.threes[hash >> 5] ?? 0) | (1 << (hash & 31));
  addRow(search, LISTS + (hash & (LISTS - 1)), literal, three, end);
}

function addFour(search: LiteralSearch, literal: number, text: ByteString, end: number): void {
  const four = pairBefore(text, end - 2) | (pairBefore(text, end) << 16);
  const hash = hashOfFour(four);
  search.fours[hash >> 5] = (search.fours[hash >> 5] ?? 0) | (1 << (hash & 31));
  addRow(search, hash & (LISTS - 1), literal, four, end);
}

function addRow(
  search: LiteralSearch,
  list: number,
  literal: number,
  bytes: number,
  end: number,
): void {
  const row = search.rows;
  search.next[row] = search.heads[list] ?? -1;
  search.bytesOf[row] = bytes;
  search.literalOf[row] = literal;
  search.endOf[row] = end;
  search.heads[list] = row;
  search.rows += 1;
}

function hashOfFour(four: number): number {
  return Math.imul(four, 0x9e3779b1) >>> 15;
}

function hashOfThree(three: number): number {
  return Math.imul(three, 0x9e3779b1) >>> 16;
}

/** Comparisons allowed in a burst, in addition to one for each byte that is read. */
const MORE_COMPARISONS = 4096;

/**
 * Finds literals that begin at `from` or later. Returns the length of `value`, or a position up to which every literal that ends there
 * was found, when so much of the text resembles literals that an automaton is faster. Linear.
 */
export function findInText(
  search: LiteralSearch,
  value: ByteString,
  from: number,
  visitor: LiteralVisitor,
): number {
  search.before = 0;
  let left = MORE_COMPARISONS;
  for (let start = from; start < value.length && !visitor.isDone(); ) {
    const count = readBlock(value, start);
    left = Math.min(MORE_COMPARISONS, left) + count;
    for (let at = nextHit(search, 0, count); at < count; at = nextHit(search, at + 4, count)) {
      left -= checkHit(search, at, value, start + at, visitor);
      if (left < 0) return Math.min(start + at, value.length);
    }
    start += count;
  }
  return value.length;
}

/**
 * Returns the next multiple of four, from `from` on, at which the four bytes of the block hit a bit of a bitmap; `before` then holds
 * the four bytes before it. A separate loop: with the comparisons in it, it takes twice the time.
 */
function nextHit(search: LiteralSearch, from: number, count: number): number {
  // Local variables, because module variables are looked up at every use.
  const [bytes, { fours, threes }] = [blockData, search];
  let { before } = search;
  let at = from;
  for (; at < count; at += 4) {
    const four = bytes.getInt32(at, true) | CASE;
    const last = Math.imul(four, 0x9e3779b1) >>> 15;
    const middle = Math.imul((before >>> 16) | (four << 16), 0x9e3779b1) >>> 15;
    // Three bytes that end with the first, second, third and fourth byte of the four.
    const end1 = Math.imul((before >>> 16) | ((four & 0xff) << 16), 0x9e3779b1) >>> 16;
    const end2 = Math.imul((before >>> 24) | ((four & 0xffff) << 8), 0x9e3779b1) >>> 16;
    const end3 = Math.imul(four & THREE, 0x9e3779b1) >>> 16;
    const end4 = Math.imul(four >>> 8, 0x9e3779b1) >>> 16;
    const hits =
      ((fours[last >> 5] ?? 0) >>> last) |
      ((fours[middle >> 5] ?? 0) >>> middle) |
      ((threes[end1 >> 5] ?? 0) >>> end1) |
      ((threes[end2 >> 5] ?? 0) >>> end2) |
      ((threes[end3 >> 5] ?? 0) >>> end3) |
      ((threes[end4 >> 5] ?? 0) >>> end4);
    if ((hits & 1) !== 0) break;
    before = four;
  }
  search.before = before;
  return at;
}

/** Compares the literals that may contain the four bytes; returns the cost. `position`: of the bytes in `value`. */
function checkHit(
  search: LiteralSearch,
  at: number,
  value: ByteString,
  position: number,
  visitor: LiteralVisitor,
): number {
  const [{ before }, four] = [search, blockData.getInt32(at, true) | CASE];
  search.before = four;
  const middle = (before >>> 16) | (four << 16);
  let cost = 1;
  cost += checkFour(search, four, value, position + 4, visitor);
  cost += checkFour(search, middle, value, position + 2, visitor);
  cost += checkThree(search, middle & THREE, value, position + 1, visitor);
  cost += checkThree(search, middle >>> 8, value, position + 2, visitor);
  cost += checkThree(search, four & THREE, value, position + 3, visitor);
  cost += checkThree(search, four >>> 8, value, position + 4, visitor);
  return cost;
}

function checkFour(
  search: LiteralSearch,
  four: number,
  value: ByteString,
  end: number,
  visitor: LiteralVisitor,
): number {
  const hash = hashOfFour(four);
  if ((((search.fours[hash >> 5] ?? 0) >>> (hash & 31)) & 1) === 0) return 0;
  return checkList(search, hash & (LISTS - 1), four, value, end, visitor);
}

function checkThree(
  search: LiteralSearch,
  three: number,
  value: ByteString,
  end: number,
  visitor: LiteralVisitor,
): number {
  const hash = hashOfThree(three);
  if ((((search.threes[hash >> 5] ?? 0) >>> (hash & 31)) & 1) === 0) return 0;
  return checkList(search, LISTS + (hash & (LISTS - 1)), three, value, end, visitor);
}

function checkList(
  { heads, next, bytesOf, literalOf, endOf, literals }: LiteralSearch,
  list: number,
  bytes: number,
  value: ByteString,
  end: number,
  visitor: LiteralVisitor,
): number {
  let cost = 0;
  for (let row = heads[list] ?? -1; row !== -1; row = next[row] ?? -1) {
    cost += 1;
    const literal = literalOf[row] ?? -1;
    if (bytesOf[row] !== bytes || literal === -1) continue;
    const text = literals[literal] ?? '';
    const same = commonBytes(text, value, end - (endOf[row] ?? 0));
    cost += 1 + same;
    if (same === text.length) visitor.found(literal);
    if (!visitor.isWanted(literal)) literalOf[row] = -1;
  }
  return cost;
}

/** Returns the number of leading bytes of `literal` that occur in `value` at `start`, in either case. */
function commonBytes(literal: ByteString, value: ByteString, start: number): number {
  if (start < 0 || start + literal.length > value.length) return 0;
  let same = 0;
  while (
    same < literal.length &&
    lower[value.charCodeAt(start + same) & 0xff] === literal.charCodeAt(same)
  ) {
    same += 1;
  }
  return same;
}
