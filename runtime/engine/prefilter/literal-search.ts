/**
 * Finds selected literals in a long text, four bytes at a step: 1 to 3 ns a byte where a phrase automaton takes 5 to 7. Bitmaps rule
 * out literals at most positions.
 */
import { blockWords, readBlock } from '../bytes/byte-block.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import { lower } from './gram-index.ts';
import {
  CASE,
  hashOfFour,
  hashOfThree,
  LISTS,
  type LiteralTables,
  listOfPair,
} from './literal-tables.ts';

/** Mask of the low three bytes. */
const THREE = 0xffffff;

/** Receives each literal that occurs, and decides which are still searched for, and whether any is. */
export type LiteralVisitor = {
  readonly isWanted: (literal: number) => boolean;
  readonly isDone: () => boolean;
  readonly found: (literal: number) => void;
};

/** Comparisons allowed in a burst, in addition to one for each byte that is read. */
const MORE_COMPARISONS = 4096;

/**
 * Finds literals that begin at `from` or later. Returns the length of `value`, or a position up to which every literal that ends there
 * was found, when so much of the text resembles literals that an automaton is faster. Linear.
 */
export function findInText(
  tables: LiteralTables,
  value: ByteString,
  from: number,
  visitor: LiteralVisitor,
): number {
  const nextHit = tables.byPairs ? hitOfFew : hitFinders[tables.stride];
  // Not 0: a two-byte literal is found with one of the FOLDED bytes before it, also at the start of the text.
  tables.before = CASE;
  let left = MORE_COMPARISONS;
  for (let start = from; start < value.length && !visitor.isDone(); ) {
    const count = readBlock(value, start);
    left = Math.min(MORE_COMPARISONS, left) + count;
    for (let at = nextHit(tables, 0, count); at < count; at = nextHit(tables, at + 4, count)) {
      left -= checkHit(tables, at, value, start + at, visitor);
      if (left < 0) return Math.min(start + at, value.length);
    }
    start += count;
  }
  return value.length;
}

/**
 * Return the next multiple of four, from `from` on, at which the four bytes of the block hit a bit of a bitmap; `before`
 * then holds the four bytes before them. Separate loops: with the comparisons in them, they take twice the time.
 */
const hitFinders = { 1: hitOfAny, 2: hitOfLong, 4: hitOfLonger } as const;

function hitOfAny(tables: LiteralTables, from: number, count: number): number {
  // Local variables, because module variables are looked up at every use.
  const [bytes, { fours, threes }] = [blockWords, tables];
  let { before } = tables;
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
  tables.before = before;
  return at;
}

function hitOfLong(tables: LiteralTables, from: number, count: number): number {
  const [bytes, { fours }] = [blockWords, tables];
  let { before } = tables;
  let at = from;
  for (; at < count; at += 4) {
    const four = bytes.getInt32(at, true) | CASE;
    const last = Math.imul(four, 0x9e3779b1) >>> 15;
    const middle = Math.imul((before >>> 16) | (four << 16), 0x9e3779b1) >>> 15;
    if (((((fours[last >> 5] ?? 0) >>> last) | ((fours[middle >> 5] ?? 0) >>> middle)) & 1) !== 0)
      break;
    before = four;
  }
  tables.before = before;
  return at;
}

function hitOfLonger(tables: LiteralTables, from: number, count: number): number {
  const [bytes, { fours }] = [blockWords, tables];
  let at = from;
  for (; at < count; at += 4) {
    const last = Math.imul(bytes.getInt32(at, true) | CASE, 0x9e3779b1) >>> 15;
    if ((((fours[last >> 5] ?? 0) >>> last) & 1) !== 0) break;
  }
  if (at > from) tables.before = bytes.getInt32(at - 4, true) | CASE;
  return at;
}

/** Returns the offset of the first four bytes that may end a literal, or hold a pair of bytes that is one; `count`: none. */
function hitOfFew({ fours, threes }: LiteralTables, from: number, count: number): number {
  const [bytes, pairs] = [blockWords, threes];
  let at = from;
  for (; at < count; at += 4) {
    const four = bytes.getInt32(at, true) | CASE;
    const last = Math.imul(four, 0x9e3779b1) >>> 15;
    const first = four & 0xffff;
    const second = four >>> 16;
    const hits =
      ((fours[last >> 5] ?? 0) >>> last) |
      ((pairs[first >> 5] ?? 0) >>> first) |
      ((pairs[second >> 5] ?? 0) >>> second);
    if ((hits & 1) !== 0) break;
  }
  return at;
}

/** Compares the literals that may contain the four bytes; returns the cost. `position`: of the bytes in `value`. */
function checkHit(
  tables: LiteralTables,
  at: number,
  value: ByteString,
  position: number,
  visitor: LiteralVisitor,
): number {
  const [{ before }, four] = [tables, blockWords.getInt32(at, true) | CASE];
  tables.before = four;
  if (tables.byPairs) {
    const pairs =
      checkPair(tables, four & 0xffff, value, position + 2, visitor) +
      checkPair(tables, four >>> 16, value, position + 4, visitor);
    return 1 + pairs + checkFour(tables, four, value, position + 4, visitor);
  }
  const middle = (before >>> 16) | (four << 16);
  let cost = 1;
  cost += checkFour(tables, four, value, position + 4, visitor);
  cost += checkFour(tables, middle, value, position + 2, visitor);
  cost += checkThree(tables, middle & THREE, value, position + 1, visitor);
  cost += checkThree(tables, middle >>> 8, value, position + 2, visitor);
  cost += checkThree(tables, four & THREE, value, position + 3, visitor);
  cost += checkThree(tables, four >>> 8, value, position + 4, visitor);
  return cost;
}

function checkFour(
  tables: LiteralTables,
  four: number,
  value: ByteString,
  end: number,
  visitor: LiteralVisitor,
): number {
  const hash = hashOfFour(four);
  if ((((tables.fours[hash >> 5] ?? 0) >>> (hash & 31)) & 1) === 0) return 0;
  return checkList(tables, hash & (LISTS - 1), four, value, end, visitor);
}

function checkThree(
  tables: LiteralTables,
  three: number,
  value: ByteString,
  end: number,
  visitor: LiteralVisitor,
): number {
  const hash = hashOfThree(three);
  if ((((tables.threes[hash >> 5] ?? 0) >>> (hash & 31)) & 1) === 0) return 0;
  return checkList(tables, LISTS + (hash & (LISTS - 1)), three, value, end, visitor);
}

function checkPair(
  tables: LiteralTables,
  pair: number,
  value: ByteString,
  end: number,
  visitor: LiteralVisitor,
): number {
  if ((((tables.threes[pair >> 5] ?? 0) >>> (pair & 31)) & 1) === 0) return 0;
  return checkList(tables, listOfPair(pair), pair, value, end, visitor);
}

function checkList(
  { heads, next, bytesOf, literalOf, endOf, literals }: LiteralTables,
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
