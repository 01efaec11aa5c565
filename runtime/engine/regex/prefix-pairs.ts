/**
 * The bytes with which matches of an expression begin: possible pairs of first and second, second and third, third
 * and fourth byte. Pairs are independent of each other, so a text may contain all three and begin no match.
 */
import { lowestBit } from '../bytes/bit-words.ts';
import { type ByteString, lowerAscii } from '../bytes/byte-string.ts';
import type { Automaton, RepeatTree, Tree } from './automaton-code.ts';

/** Bytes of a prefix. */
export const PREFIX = 4;
const CLASS_BITS = 6;
const CLASSES = 1 << CLASS_BITS;
/** Number of pairs of classes. */
export const PAIRS = CLASSES * CLASSES;

/** Byte -> class, with few bytes in each: both cases of a letter share one, and bytes that are rare in expressions do. */
export const prefixClasses = Uint8Array.from({ length: 256 }, (_, byte) => classOf(byte));

function classOf(byte: number): number {
  const char: ByteString = lowerAscii(String.fromCharCode(byte));
  const printable = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ abcdefghijklmnopqrstuvwxyz';
  const own = printable.indexOf(char);
  if (own >= 0) return own;
  if (byte === 0x30 || byte === 0x31) return printable.length;
  if (byte >= 0x32 && byte <= 0x39) return printable.length + 1;
  return byte < 0x80 ? printable.length + 2 : printable.length + 3;
}

/**
 * Three tables, one after the other, of PAIRS rows each: bit n of a row means that expression n may have the pair
 * there.
 */
export type PrefixPairs = Int32Array;

/** The pairs of one expression: for each table and each class of the first byte 64 bits, the classes of the second. */
export type PrefixRows = Int32Array;

/** Returns the pairs that matches of the tree may have; undefined: a match may be empty, or nothing is known. */
export function prefixRows(automaton: Automaton, tree: Tree): PrefixRows | undefined {
  const rows = new Int32Array(2 * (PREFIX - 1) * CLASSES);
  const walk: Walk = { rows, automaton, sets: [], freeFrom: PREFIX, isKnown: true };
  const reached = walkTree(walk, tree, START);
  if (!walk.isKnown || !isEmpty(reached[0] ?? NONE)) return undefined;
  for (let depth = 1; depth < PREFIX; depth += 1) addEnd(walk, depth, reached[depth] ?? NONE);
  return rows.fill(-1, (walk.freeFrom - 1) * 2 * CLASSES);
}

/** Sets `bit` at the pairs of one expression. */
export function addPrefixes(pairs: PrefixPairs, bit: number, rows: PrefixRows): void {
  for (let index = 0; index < rows.length; index += 1) {
    for (let bits = rows[index] ?? 0; bits !== 0; bits &= bits - 1) {
      const pair = 32 * index + lowestBit(bits);
      pairs[pair] = (pairs[pair] ?? 0) | bit;
    }
  }
}

/** Share of each class among the printable bytes. */
const shares = new Float64Array(CLASSES);
for (let byte = 0x20; byte < 0x7f; byte += 1) {
  const number = prefixClasses[byte] ?? 0;
  shares[number] = (shares[number] ?? 0) + 1 / 95;
}

/** Returns at which share of the positions in random printable bytes a match may begin. */
export function shareOfPositions(rows: PrefixRows): number {
  let reached = shares;
  for (let table = 0; table < PREFIX - 1; table += 1) {
    const next = new Float64Array(CLASSES);
    for (let index = 0; index < 2 * CLASSES; index += 1) {
      const share = reached[index >> 1] ?? 0;
      for (let bits = rows[table * 2 * CLASSES + index] ?? 0; bits !== 0; bits &= bits - 1) {
        const second = 32 * (index & 1) + lowestBit(bits);
        next[second] = (next[second] ?? 0) + share * (shares[second] ?? 0);
      }
    }
    reached = next;
  }
  return reached.reduce((sum, share) => sum + share, 0);
}

/** A set of classes, one bit each: the first 32, and the others. */
type ClassBits = { readonly low: number; readonly high: number };
const NONE: ClassBits = { low: 0, high: 0 };
const ALL: ClassBits = { low: -1, high: -1 };

/** For each number of bytes read, the possible classes of the last one; empty: this number cannot be reached. */
type Reached = readonly ClassBits[];
/** Before the first byte; any set that is not empty will do. */
const START: Reached = [{ low: 1, high: 0 }, NONE, NONE, NONE];

type Walk = {
  /** For each table and each class of the first byte of a pair the classes of its second byte, low and high. */
  readonly rows: Int32Array;
  readonly automaton: Automaton;
  /** Classes of the automaton's sets, computed at first use. */
  readonly sets: ClassBits[];
  /** The number of bytes after which a match may have ended, so that any bytes may follow. */
  freeFrom: number;
  isKnown: boolean;
};

/** Returns what is reached after the tree; prefixes of PREFIX bytes are left out. */
function walkTree(walk: Walk, tree: Tree, before: Reached): Reached {
  if (before.every(isEmpty)) return before;
  switch (tree.kind) {
    case 'Set':
      return walkSet(walk, setOf(walk, tree.set), before);
    case 'Sequence':
      return tree.items.reduce((reached, item) => walkTree(walk, item, reached), before);
    case 'Alternation':
      return tree.items.map((item) => walkTree(walk, item, before)).reduce(unite);
    case 'Group':
      return walkTree(walk, tree.item, before);
    case 'Repeat':
      return walkRepeat(walk, tree, before);
    case 'Assertion':
      return holdsAtEndOnly(walk.automaton, tree.assertion) ? onlyEmpty(before) : before;
    case 'Look':
      return before;
    case 'BackReference':
      walk.isKnown = false;
      return before;
  }
}

/**
 * Leaves out prefixes that have begun when the text ends after them: positions with fewer than PREFIX bytes after them
 * are always searched.
 */
function onlyEmpty([empty = NONE]: Reached): Reached {
  return [empty, NONE, NONE, NONE];
}

function holdsAtEndOnly({ assertions, contextCount }: Automaton, assertion: number): boolean {
  const first = assertion * contextCount ** 2;
  return assertions
    .subarray(first, first + contextCount ** 2)
    .every((holds, cell) => holds === 0 || cell % contextCount === 0);
}

function walkSet(walk: Walk, classes: ClassBits, before: Reached): Reached {
  for (let depth = 1; depth < PREFIX; depth += 1) {
    addPairs(walk, depth, before[depth] ?? NONE, classes);
  }
  const after = before.map((last) => (isEmpty(last) ? NONE : classes));
  return [NONE, ...after.slice(0, PREFIX - 1)];
}

/** An iteration without a byte adds nothing, so PREFIX iterations reach everything. */
function walkRepeat(walk: Walk, { item, min, max }: RepeatTree, before: Reached): Reached {
  let iteration = before;
  for (let count = 0; count < Math.min(min, PREFIX); count += 1)
    iteration = walkTree(walk, item, iteration);
  let reached = iteration;
  const more = max === undefined ? PREFIX : Math.min(max - min, PREFIX);
  for (let count = 0; count < more; count += 1) {
    iteration = walkTree(walk, item, iteration);
    reached = unite(reached, iteration);
  }
  return reached;
}

function unite(left: Reached, right: Reached): Reached {
  return left.map(({ low, high }, depth) => {
    const other = right[depth] ?? NONE;
    return { low: low | other.low, high: high | other.high };
  });
}

function isEmpty({ low, high }: ClassBits): boolean {
  return (low | high) === 0;
}

/** Adds the pairs for a match that may end after `depth` bytes, the last of them one of `last`; any bytes may follow. */
function addEnd(walk: Walk, depth: number, last: ClassBits): void {
  if (isEmpty(last)) return;
  addPairs(walk, depth, last, ALL);
  walk.freeFrom = Math.min(walk.freeFrom, depth + 1);
}

/** Adds the pairs of the byte before position `depth` of a match and the byte at it. */
function addPairs(walk: Walk, depth: number, before: ClassBits, classes: ClassBits): void {
  const table = (depth - 1) * CLASSES;
  addRows(walk, table, before.low, classes);
  addRows(walk, table + 32, before.high, classes);
}

/** Adds the classes to a row for each bit of `firsts`, which begins with the class of row `from`. */
function addRows({ rows }: Walk, from: number, firsts: number, { low, high }: ClassBits): void {
  for (let bits = firsts; bits !== 0; bits &= bits - 1) {
    const row = 2 * (from + lowestBit(bits));
    rows[row] = (rows[row] ?? 0) | low;
    rows[row + 1] = (rows[row + 1] ?? 0) | high;
  }
}

function setOf({ automaton, sets }: Walk, set: number): ClassBits {
  const known = sets[set];
  if (known !== undefined) return known;
  const { classes, members, symbolCount } = automaton;
  let [low, high] = [0, 0];
  for (let byte = 0; byte < 256; byte += 1) {
    if (members[set * symbolCount + (classes[byte] ?? 0)] !== 1) continue;
    const number = prefixClasses[byte] ?? 0;
    if (number < 32) low |= 1 << number;
    else high |= 1 << (number - 32);
  }
  const found = { low, high };
  sets[set] = found;
  return found;
}
