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
/** Number of classes. */
export const CLASSES = 1 << CLASS_BITS;
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
  const walk = beginWalk(automaton);
  const reached = walkTree(walk, tree, START);
  const [low, high] = reached;
  if (!walk.isKnown || low !== 0 || high !== 0) return undefined;
  for (let depth = 1; depth < PREFIX; depth += 1) addEnd(walk, depth, reached);
  return walk.rows.fill(-1, (walk.freeFrom - 1) * 2 * CLASSES);
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

/** Words of a set of class triples, one bit each. */
export const TRIPLE_WORDS = (PAIRS * CLASSES) / 32;

/** Adds the first three classes of the prefixes of one expression to a set. */
export function addTriples(triples: Int32Array, rows: PrefixRows): void {
  const thirds = 2 * CLASSES;
  for (let index = 0; index < 2 * CLASSES; index += 1) {
    for (let bits = rows[index] ?? 0; bits !== 0; bits &= bits - 1) {
      const pair = 32 * index + lowestBit(bits);
      const row = thirds + 2 * (pair % CLASSES);
      triples[2 * pair] = (triples[2 * pair] ?? 0) | (rows[row] ?? 0);
      triples[2 * pair + 1] = (triples[2 * pair + 1] ?? 0) | (rows[row + 1] ?? 0);
    }
  }
}

/** A set of classes, one bit each: the first 32, and the others. */
type ClassBits = { readonly low: number; readonly high: number };
const ALL: ClassBits = { low: -1, high: -1 };

/**
 * For each number of bytes read, the possible classes of the last one as two numbers, low and high; none: this number
 * cannot be reached. A flat list, because a tree takes thousands of them.
 */
type Reached = readonly number[];
const DEPTHS = 2 * PREFIX;
/** The only list without a class. */
const NOTHING: Reached = [0, 0, 0, 0, 0, 0, 0, 0];
/** Before the first byte; any set that is not empty will do. */
const START: Reached = [1, 0, 0, 0, 0, 0, 0, 0];

type Walk = {
  /** For each table and each class of the first byte of a pair the classes of its second byte, low and high. */
  readonly rows: Int32Array;
  readonly automaton: Automaton;
  /** Classes of the symbols of the automaton, and of its sets, which are computed at first use. */
  readonly symbols: readonly ClassBits[];
  readonly sets: ClassBits[];
  /** The number of bytes after which a match may have ended, so that any bytes may follow. */
  freeFrom: number;
  isKnown: boolean;
};

function beginWalk(automaton: Automaton): Walk {
  return {
    rows: new Int32Array(2 * (PREFIX - 1) * CLASSES),
    automaton,
    symbols: classesOfSymbols(automaton),
    sets: [],
    freeFrom: PREFIX,
    isKnown: true,
  };
}

/** Returns what is reached after the tree; prefixes of PREFIX bytes are left out. */
function walkTree(walk: Walk, tree: Tree, before: Reached): Reached {
  switch (tree.kind) {
    case 'Set':
      return walkSet(walk, setOf(walk, tree.set), before);
    case 'Sequence':
      return walkSequence(walk, tree.items, before);
    case 'Alternation':
      return walkAlternatives(walk, tree.items, before);
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
function onlyEmpty([low = 0, high = 0]: Reached): Reached {
  return (low | high) === 0 ? NOTHING : [low, high, 0, 0, 0, 0, 0, 0];
}

function holdsAtEndOnly({ assertions, contextCount }: Automaton, assertion: number): boolean {
  const first = assertion * contextCount ** 2;
  return assertions
    .subarray(first, first + contextCount ** 2)
    .every((holds, cell) => holds === 0 || cell % contextCount === 0);
}

function walkSet(walk: Walk, classes: ClassBits, before: Reached): Reached {
  let after: number[] | undefined;
  for (let at = 0; at < DEPTHS; at += 2) {
    const low = before[at] ?? 0;
    const high = before[at + 1] ?? 0;
    if ((low | high) === 0) continue;
    if (at > 0) addPairs(walk, at >> 1, low, high, classes);
    if (at + 2 === DEPTHS) break;
    after ??= NOTHING.slice();
    after[at + 2] = classes.low;
    after[at + 3] = classes.high;
  }
  return after ?? NOTHING;
}

function walkSequence(walk: Walk, items: readonly Tree[], before: Reached): Reached {
  let reached = before;
  for (const item of items) {
    if (reached === NOTHING) break;
    reached = walkTree(walk, item, reached);
  }
  return reached;
}

function walkAlternatives(walk: Walk, items: readonly Tree[], before: Reached): Reached {
  let all: number[] | undefined;
  for (const item of items) {
    const reached = walkTree(walk, item, before);
    if (reached === NOTHING) continue;
    if (all === undefined) all = reached.slice();
    else addNew(all, reached);
  }
  return all ?? NOTHING;
}

/** Each further iteration begins with what the one before has newly reached: the rest was continued already. */
function walkRepeat(walk: Walk, { item, min, max }: RepeatTree, before: Reached): Reached {
  let iteration = before;
  for (let count = 0; count < Math.min(min, PREFIX) && iteration !== NOTHING; count += 1)
    iteration = walkTree(walk, item, iteration);
  if (iteration === NOTHING) return NOTHING;
  const reached = iteration.slice();
  const more = max === undefined ? PREFIX : Math.min(max - min, PREFIX);
  for (let count = 0; count < more && iteration !== NOTHING; count += 1)
    iteration = addNew(reached, walkTree(walk, item, iteration));
  return reached;
}

/** Adds `found` to `reached`; returns what was not in it. */
function addNew(reached: number[], found: Reached): Reached {
  let added: number[] | undefined;
  for (let at = 0; at < DEPTHS; at += 1) {
    const known = reached[at] ?? 0;
    const more = (found[at] ?? 0) & ~known;
    if (more === 0) continue;
    reached[at] = known | more;
    added ??= NOTHING.slice();
    added[at] = more;
  }
  return added ?? NOTHING;
}

/** Adds the pairs for a match that may end after `depth` bytes; any bytes may follow. */
function addEnd(walk: Walk, depth: number, reached: Reached): void {
  const [low, high] = [reached[2 * depth] ?? 0, reached[2 * depth + 1] ?? 0];
  if ((low | high) === 0) return;
  addPairs(walk, depth, low, high, ALL);
  walk.freeFrom = Math.min(walk.freeFrom, depth + 1);
}

/** Adds the pairs of the byte before position `depth` of a match, one of `low` and `high`, and the byte at it. */
function addPairs(walk: Walk, depth: number, low: number, high: number, classes: ClassBits): void {
  const table = (depth - 1) * CLASSES;
  addRows(walk.rows, table, low, classes);
  addRows(walk.rows, table + 32, high, classes);
}

/** Adds the classes to a row for each bit of `firsts`, which begins with the class of row `from`. */
function addRows(rows: Int32Array, from: number, firsts: number, { low, high }: ClassBits): void {
  for (let bits = firsts; bits !== 0; bits &= bits - 1) {
    const row = 2 * (from + lowestBit(bits));
    rows[row] = (rows[row] ?? 0) | low;
    rows[row + 1] = (rows[row + 1] ?? 0) | high;
  }
}

function classesOfSymbols({ classes, symbolCount }: Automaton): readonly ClassBits[] {
  const found = Array.from({ length: symbolCount }, () => ({ low: 0, high: 0 }));
  for (let byte = 0; byte < 256; byte += 1) {
    const bits = found[classes[byte] ?? 0];
    const number = prefixClasses[byte] ?? 0;
    if (bits === undefined) continue;
    if (number < 32) bits.low |= 1 << number;
    else bits.high |= 1 << (number - 32);
  }
  return found;
}

function setOf({ automaton, symbols, sets }: Walk, set: number): ClassBits {
  const known = sets[set];
  if (known !== undefined) return known;
  const { members, symbolCount } = automaton;
  let [low, high] = [0, 0];
  symbols.forEach((bits, symbol) => {
    if (members[set * symbolCount + symbol] !== 1) return;
    low |= bits.low;
    high |= bits.high;
  });
  const found = { low, high };
  sets[set] = found;
  return found;
}
