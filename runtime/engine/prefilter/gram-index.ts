/**
 * Knows how to find which of many literals occur in a text by looking at three bytes at a time: each
 * literal is found by three that are rare. On the texts of the request mixes (9 bytes on average, 3,700
 * literals of CRS) it takes 0.65 of the time of a phrase automaton, whose table is too large for the
 * processor's first cache and takes four times as long to build; its bitmap has 32 KB.
 */
import type { ByteString } from '../bytes/byte-string.ts';

export type GramIndex = {
  /** 6 bits for each byte, letters in either case alike; 0 when it is in no literal. */
  readonly classes: Uint8Array;
  /** One bit for each three classes: some literal is found by them. */
  readonly occurring: Int32Array;
  /** Hash table with open addresses: three classes, index of their first row; -1 is free. */
  readonly table: Int32Array;
  /**
   * A row a literal, in order: its index in `literals`, offset of a byte outside of the three from their end, that byte
   * in lower case (-1: there is none), 1 in the last row of its three. It avoids most comparisons with literals.
   */
  readonly rows: Int32Array;
  /** Lower case. */
  readonly literals: readonly ByteString[];
  /** Bytes of each literal up to the end of its three; 2 of 2 stand in front of any third byte. */
  readonly ends: readonly number[];
};

const CLASS_BITS = 6;
const CLASSES = 1 << CLASS_BITS;
const GRAM_MASK = (1 << (3 * CLASS_BITS)) - 1;
const ROW = 4;
const NO_BYTE = -1;

/** Bytes in lower case. */
export const lower = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte,
);

/** `literals`: lower case, 2 bytes or more each; `ends`: for each the position after its three bytes. */
export function indexGrams(literals: readonly ByteString[], ends: readonly number[]): GramIndex {
  const classes = classesOf(literals);
  const found = foundBy(classes, literals, ends);
  return { classes, ...tabulate(found, literals, ends), literals, ends };
}

/** A module does this when it is loaded, with the code still cold: typed arrays and their sort are the fastest then. */
function tabulate(
  found: Float64Array,
  literals: readonly ByteString[],
  ends: readonly number[],
): Pick<GramIndex, 'occurring' | 'table' | 'rows'> {
  const occurring = new Int32Array(1 << (3 * CLASS_BITS - 5));
  const buckets = 2 ** Math.ceil(Math.log2(2 * found.length + 2));
  const table = new Int32Array(2 * buckets).fill(-1);
  const rows = new Int32Array(ROW * found.length);
  let last = -1;
  for (let index = 0; index < found.length; index += 1) {
    const pair = found[index] ?? 0;
    const gram = Math.floor(pair / LITERALS);
    const literal = pair % LITERALS;
    const row = ROW * index;
    if (gram === last) {
      rows[row - 1] = 0;
    } else {
      let bucket = hashOf(gram) & (buckets - 1);
      while (table[2 * bucket] !== -1) bucket = (bucket + 1) & (buckets - 1);
      table[2 * bucket] = gram;
      table[2 * bucket + 1] = row;
      occurring[gram >> 5] = (occurring[gram >> 5] ?? 0) | (1 << (gram & 31));
      last = gram;
    }
    const text = literals[literal] ?? '';
    const end = ends[literal] ?? text.length;
    // A byte outside of the three: the one after them, else the one before.
    const extra = end < text.length ? end : end - 4;
    const hasExtra = text.length > 3;
    rows[row] = literal;
    rows[row + 1] = hasExtra ? extra - end : 0;
    rows[row + 2] = hasExtra ? text.charCodeAt(extra) : NO_BYTE;
    rows[row + 3] = 1;
  }
  return { occurring, table, rows };
}

/** More literals than a module can have. */
const LITERALS = 2 ** 24;

/** The three classes by which each literal is found, times LITERALS, plus its index: in order. */
function foundBy(
  classes: Uint8Array,
  literals: readonly ByteString[],
  ends: readonly number[],
): Float64Array {
  const pairs = literals.reduce((count, { length }) => count + (length > 2 ? 1 : CLASSES), 0);
  const found = new Float64Array(pairs);
  let count = 0;
  for (let literal = 0; literal < literals.length; literal += 1) {
    const text = literals[literal] ?? '';
    const end = Math.max(3, ends[literal] ?? text.length);
    const first = classes[text.charCodeAt(end - 3)] ?? 0;
    const second = classes[text.charCodeAt(end - 2)] ?? 0;
    const pair = ((first << CLASS_BITS) | second) << CLASS_BITS;
    if (text.length > 2) {
      found[count] = (pair | (classes[text.charCodeAt(end - 1)] ?? 0)) * LITERALS + literal;
      count += 1;
      continue;
    }
    // Two bytes and whatever comes next.
    for (let third = 0; third < CLASSES; third += 1) {
      found[count] = (pair | third) * LITERALS + literal;
      count += 1;
    }
  }
  return found.sort();
}

function hashOf(gram: number): number {
  return Math.imul(gram, 0x9e3779b1) >>> 16;
}

/** More bytes than there are classes share some: that only costs a look more. */
function classesOf(literals: readonly ByteString[]): Uint8Array {
  const classes = new Uint8Array(256);
  const all = literals.join('');
  let count = 0;
  for (let byte = 0; byte < 256; byte += 1) {
    if (!all.includes(String.fromCharCode(byte))) continue;
    const own = 1 + (count % (CLASSES - 1));
    classes[byte] = own;
    if (byte >= 0x61 && byte <= 0x7a) classes[byte - 0x20] = own;
    count += 1;
  }
  return classes;
}

/**
 * Adds the index of every literal in `value` to `found`, some perhaps several times. False: it gave up,
 * since so much of the value resembles literals that a phrase automaton is faster. Linear.
 */
export function findLiterals(index: GramIndex, value: ByteString, found: number[]): boolean {
  const { classes, occurring } = index;
  let left = value.length + 64;
  let gram = 0;
  for (let at = 0; at <= value.length; at += 1) {
    const byteClass = at < value.length ? (classes[value.charCodeAt(at) & 0xff] ?? 0) : 0;
    gram = ((gram << CLASS_BITS) | byteClass) & GRAM_MASK;
    if (((occurring[gram >> 5] ?? 0) & (1 << (gram & 31))) === 0) continue;
    left -= checkLiterals(index, gram, value, at + 1, found);
    if (left < 0) return false;
  }
  return true;
}

/** Looks for the literals of three bytes that end at `end`; returns what it cost. */
function checkLiterals(
  index: GramIndex,
  gram: number,
  value: ByteString,
  end: number,
  found: number[],
): number {
  const { table, rows } = index;
  const mask = (table.length >> 1) - 1;
  let bucket = hashOf(gram) & mask;
  while (table[2 * bucket] !== gram) bucket = (bucket + 1) & mask;
  let cost = 0;
  for (let row = table[2 * bucket + 1] ?? 0; ; row += ROW) {
    cost += 1;
    const byte = rows[row + 2] ?? NO_BYTE;
    if (byte === NO_BYTE || lower[value.charCodeAt(end + (rows[row + 1] ?? 0)) & 0xff] === byte) {
      cost += 3;
      const literal = rows[row] ?? 0;
      if (occursAt(index, literal, value, end)) found.push(literal);
    }
    if (rows[row + 3] !== 0) return cost;
  }
}

/** `end`: the position after the three bytes; a literal of two bytes has no third. */
function occursAt(
  { literals, ends }: GramIndex,
  literal: number,
  value: ByteString,
  end: number,
): boolean {
  const text = literals[literal] ?? '';
  const start = text.length === 2 ? end - 3 : end - (ends[literal] ?? 0);
  if (start < 0 || start + text.length > value.length) return false;
  for (let at = 0; at < text.length; at += 1) {
    if (lower[value.charCodeAt(start + at) & 0xff] !== text.charCodeAt(at)) return false;
  }
  return true;
}
