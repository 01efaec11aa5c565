/**
 * Tables of the literals that a long text is searched for: each literal is found by some of its bytes that are rare in
 * a sample of the text. The search reads four bytes at a step. A literal of seven bytes or more contains four bytes
 * that end at the end of a step, whatever its position; one of five or six contains four that end there or in the
 * middle of a step; of a shorter one, three bytes are compared at any position. When only few literals are shorter than seven,
 * two bytes of each are compared: of two pairs that overlap, one begins at the beginning or in the middle of a step.
 */
import type { ByteString } from '../bytes/byte-string.ts';

/** The literals to find, in lists by the hash of four or three bytes. */
export type LiteralTables = {
  /** In lower case, two bytes or more each. */
  readonly literals: readonly ByteString[];
  /** How often each pair of bytes occurs in the sample. */
  readonly counts: Uint16Array;
  /** One bit for each hash of four bytes, and of three; or for each two bytes instead of three, when `byPairs`. */
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
  /** Bytes between the positions at which bytes must be compared, so that no literal is missed: 1, 2 or 4. */
  stride: 1 | 2 | 4;
  /** Whether two bytes are compared of literals shorter than seven. */
  byPairs: boolean;
  /** While a text is read: the four bytes before those that are read next. */
  before: number;
};

/** Folds letters to lower case, and some other bytes together, in four bytes and in two. */
export const CASE = 0x20202020;
const PAIR_CASE = 0x2020;
/** Bits of the two bitmaps, and lists for each. */
const [FOURS, THREES] = [0x20000, 0x10000];
export const LISTS = 0x1000;
/** Bytes of literals for strides of 2 and of 4. */
const [LONG, LONGER] = [5, 7];
/** Literals shorter than LONGER up to which comparing two bytes of each takes half the time: more would be met too often. */
const FEW_SHORT = 24;
/** All results of CASE for one byte: any of them may precede a two-byte literal. */
const FOLDED = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => (byte & 0x20) !== 0);

export function createLiteralTables(literals: readonly ByteString[]): LiteralTables {
  const pairs = literals.filter(({ length }) => length === 2).length;
  const rows = 4 * literals.length + FOLDED.length * pairs;
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
    stride: 4,
    byPairs: false,
    before: 0,
  };
}

/** Sets the literals to find. `sample`: 64 KB at most of the text. */
export function lookFor(
  tables: LiteralTables,
  wanted: readonly number[],
  sample: ByteString,
): void {
  const { literals, counts } = tables;
  tables.fours.fill(0);
  tables.threes.fill(0);
  tables.heads.fill(-1);
  tables.rows = 0;
  countPairs(counts, sample);
  const shortest = wanted.reduce(
    (least, literal) => Math.min(least, literals[literal]?.length ?? 0),
    LONGER,
  );
  tables.byPairs = shortest > 2 && shortest < LONGER && areFewShort(tables, wanted);
  if (tables.byPairs || shortest >= LONGER) tables.stride = 4;
  else tables.stride = shortest < LONG ? 1 : 2;
  const ends = tables.stride === 4 ? 4 : 2;
  for (const literal of wanted) {
    const text = literals[literal] ?? '';
    if (tables.byPairs && text.length < LONGER) addPairs(tables, literal, text);
    else if (text.length < LONG) addShort(tables, literal, text);
    else addLong(tables, literal, text, ends);
  }
}

function areFewShort({ literals }: LiteralTables, wanted: readonly number[]): boolean {
  let count = 0;
  for (const literal of wanted) {
    if ((literals[literal]?.length ?? 0) < LONGER) count += 1;
    if (count > FEW_SHORT) return false;
  }
  return true;
}

/** Adds the two pairs, of which the second begins with the second byte of the first, that are rarest in the sample. */
function addPairs(tables: LiteralTables, literal: number, text: ByteString): void {
  const { counts, threes } = tables;
  const countAt = (end: number): number => counts[pairBefore(text, end)] ?? 0;
  let rare = 2;
  for (let end = 3; end < text.length; end += 1) {
    if (countAt(end) + countAt(end + 1) < countAt(rare) + countAt(rare + 1)) rare = end;
  }
  for (const end of [rare, rare + 1]) {
    const pair = pairBefore(text, end);
    threes[pair >> 5] = (threes[pair >> 5] ?? 0) | (1 << (pair & 31));
    addRow(tables, listOfPair(pair), literal, pair, end);
  }
}

/** Returns the list of the literals with these two bytes. */
export function listOfPair(pair: number): number {
  return LISTS + ((pair ^ (pair >>> 4)) & (LISTS - 1));
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

function addShort(tables: LiteralTables, literal: number, text: ByteString): void {
  if (text.length === 2) {
    for (const first of FOLDED) addThree(tables, literal, first | (pairBefore(text, 2) << 8), 2);
    return;
  }
  const end = Math.max(3, endOfRarePair(tables.counts, text));
  addThree(tables, literal, (pairBefore(text, end - 1) & 0xff) | (pairBefore(text, end) << 8), end);
}

/** Adds four bytes that end at each of `ends` successive positions. */
function addLong(tables: LiteralTables, literal: number, text: ByteString, ends: number): void {
  const rare = endOfRarePair(tables.counts, text);
  const first = Math.min(Math.max(4, rare), text.length - ends + 1);
  for (let end = first; end < first + ends; end += 1) addFour(tables, literal, text, end);
}

function addThree(tables: LiteralTables, literal: number, three: number, end: number): void {
  const hash = hashOfThree(three);
  tables.threes[hash >> 5] = (tables.threes[hash >> 5] ?? 0) | (1 << (hash & 31));
  addRow(tables, LISTS + (hash & (LISTS - 1)), literal, three, end);
}

function addFour(tables: LiteralTables, literal: number, text: ByteString, end: number): void {
  const four = pairBefore(text, end - 2) | (pairBefore(text, end) << 16);
  const hash = hashOfFour(four);
  tables.fours[hash >> 5] = (tables.fours[hash >> 5] ?? 0) | (1 << (hash & 31));
  addRow(tables, hash & (LISTS - 1), literal, four, end);
}

function addRow(
  tables: LiteralTables,
  list: number,
  literal: number,
  bytes: number,
  end: number,
): void {
  const row = tables.rows;
  tables.next[row] = tables.heads[list] ?? -1;
  tables.bytesOf[row] = bytes;
  tables.literalOf[row] = literal;
  tables.endOf[row] = end;
  tables.heads[list] = row;
  tables.rows += 1;
}

export function hashOfFour(four: number): number {
  return Math.imul(four, 0x9e3779b1) >>> 15;
}

export function hashOfThree(three: number): number {
  return Math.imul(three, 0x9e3779b1) >>> 16;
}
