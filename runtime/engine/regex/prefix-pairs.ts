/**
 * The bytes with which matches of an expression begin: possible pairs of first and second, second and third, third
 * and fourth byte. Pairs are independent of each other, so a text may contain all three and begin no match.
 */
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

/**
 * Sets `bit` at the pairs that matches of the automaton may have; returns false when a match may be empty, or nothing
 * is known.
 */
export function addPrefixes(pairs: PrefixPairs, bit: number, automaton: Automaton): boolean {
  const walk: Walk = { pairs, bit, automaton, sets: [], isKnown: true };
  const reached = walkTree(walk, automaton.tree(), START);
  if (!walk.isKnown || (reached[0] ?? NONE) !== NONE) return false;
  for (let depth = 1; depth < PREFIX; depth += 1) addEnd(walk, depth, reached[depth] ?? NONE);
  return true;
}

/** A set of byte classes, one bit each. */
type ClassBits = bigint;
const NONE: ClassBits = 0n;
const ALL: ClassBits = (1n << 64n) - 1n;

/** For each number of bytes read, the possible classes of the last one; 0n: this number cannot be reached. */
type Reached = readonly ClassBits[];
/** Before the first byte; any non-zero set will do. */
const START: Reached = [1n, NONE, NONE, NONE];

type Walk = {
  readonly pairs: PrefixPairs;
  readonly bit: number;
  readonly automaton: Automaton;
  /** Classes of the automaton's sets, computed at first use. */
  readonly sets: ClassBits[];
  isKnown: boolean;
};

/** Returns what is reached after the tree; prefixes of PREFIX bytes are left out. */
function walkTree(walk: Walk, tree: Tree, before: Reached): Reached {
  if (before.every((classes) => classes === NONE)) return before;
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
    case 'Look':
      return before;
    case 'BackReference':
      walk.isKnown = false;
      return before;
  }
}

function walkSet(walk: Walk, classes: ClassBits, before: Reached): Reached {
  for (let depth = 1; depth < PREFIX; depth += 1) {
    addPairs(walk, depth, before[depth] ?? NONE, classes);
  }
  const after = before.map((last) => (last === NONE ? NONE : classes));
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
  return left.map((classes, depth) => classes | (right[depth] ?? NONE));
}

/** Adds the pairs for a match that may end after `depth` bytes, the last of them one of `last`; any bytes may follow. */
function addEnd(walk: Walk, depth: number, last: ClassBits): void {
  if (last === NONE) return;
  addPairs(walk, depth, last, ALL);
  for (let later = depth + 1; later < PREFIX; later += 1) addPairs(walk, later, ALL, ALL);
}

/** Adds the pairs of the byte before position `depth` of a match and the byte at it. */
function addPairs(
  { pairs, bit }: Walk,
  depth: number,
  before: ClassBits,
  classes: ClassBits,
): void {
  const table = (depth - 1) * PAIRS;
  const seconds = numbersOf(classes);
  for (const first of numbersOf(before)) {
    const row = table + first * CLASSES;
    for (const second of seconds) pairs[row + second] = (pairs[row + second] ?? 0) | bit;
  }
}

function numbersOf(classes: ClassBits): readonly number[] {
  const numbers: number[] = [];
  let [low, high] = [Number(classes & 0xffffffffn) | 0, Number(classes >> 32n) | 0];
  for (; low !== 0; low &= low - 1) numbers.push(31 - Math.clz32(low & -low));
  for (; high !== 0; high &= high - 1) numbers.push(63 - Math.clz32(high & -high));
  return numbers;
}

function setOf({ automaton, sets }: Walk, set: number): ClassBits {
  const known = sets[set];
  if (known !== undefined) return known;
  const { classes, members, symbolCount } = automaton;
  let found = NONE;
  for (let byte = 0; byte < 256; byte += 1) {
    if (members[set * symbolCount + (classes[byte] ?? 0)] === 1) {
      found |= 1n << BigInt(prefixClasses[byte] ?? 0);
    }
  }
  sets[set] = found;
  return found;
}
