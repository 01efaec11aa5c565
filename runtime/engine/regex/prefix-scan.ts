/**
 * Finds where in a long text matches of up to 32 expressions may begin, in one pass: by their first four bytes
 * (prefix-pairs.ts). One bit for each three bytes says whether a match of any of them may begin with these: four
 * bytes of text take one step, unless a match may begin there.
 */
import { lowestBit } from '../bytes/bit-words.ts';
import { block, readBlock } from '../bytes/byte-block.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import type { Automaton } from './automaton-code.ts';
import { type Split, splitTree } from './inner-part.ts';
import {
  addPrefixes,
  addTriples,
  PAIRS,
  PREFIX,
  type PrefixRows,
  prefixClasses,
  prefixRows,
  shareOfPositions,
  TRIPLE_WORDS,
} from './prefix-pairs.ts';

/**
 * Windows of a text, in pairs: the first and the last position at which a match may begin; of an expression that is
 * split, the rest of a match.
 */
export type Windows = {
  readonly split: Split;
  positions: Int32Array;
  count: number;
  /** Number of positions found; after the scan, the bytes of the windows. */
  size: number;
};

/** `known`: a bit for each expression whose matches, or the rest of them, begin with one of the pairs. */
export type Tables = {
  readonly pairs: readonly Int32Array[];
  readonly known: number;
  /** The expressions whose matches may begin at many positions of random text. */
  readonly common: number;
  /** One bit for each three classes: the first three of a prefix of any expression, and of one that is not common. */
  readonly triples: Int32Array;
  readonly rareTriples: Int32Array;
  readonly splits: readonly Split[];
};

/** Number of expressions that one pass can search for. */
export const EXPRESSIONS = 32;
/** Positions at most this far apart are in one window. */
const GAP = 8;
/**
 * Bytes of text for each position, and positions allowed in addition: with more positions an automaton can as well
 * read everything.
 */
const BYTES_PER_POSITION = 64;
const MORE_POSITIONS = 32;

/** Share of positions in random text above which an expression is common; it has too many positions there. */
const COMMON = 1 / BYTES_PER_POSITION;

/** `automaton` is called when the tables are built. */
export type FilteredExpression = { readonly automaton: () => Automaton; readonly split: Split };

export function buildTables(expressions: readonly FilteredExpression[]): Tables {
  const pairs = new Int32Array((PREFIX - 1) * PAIRS);
  const rareTriples = new Int32Array(TRIPLE_WORDS);
  const commonRows: PrefixRows[] = [];
  let known = 0;
  let common = 0;
  for (const [number, expression] of expressions.entries()) {
    const rows = rowsOf(expression);
    if (rows === undefined) continue;
    const bit = 1 << number;
    known |= bit;
    addPrefixes(pairs, bit, rows);
    if (shareOfPositions(rows) > COMMON) {
      common |= bit;
      commonRows.push(rows);
    } else addTriples(rareTriples, rows);
  }
  const triples = common === 0 ? rareTriples : rareTriples.slice();
  for (const rows of commonRows) addTriples(triples, rows);
  return {
    pairs: [0, 1, 2].map((table) => pairs.slice(table * PAIRS, (table + 1) * PAIRS)),
    known,
    common,
    triples,
    rareTriples,
    splits: expressions.map(({ split }) => split),
  };
}

function rowsOf({ automaton, split }: FilteredExpression): PrefixRows | undefined {
  const loaded = automaton();
  const tree = loaded.tree();
  return prefixRows(loaded, split === 0 ? tree : splitTree(tree, split).rest);
}

const NONE = new Int32Array(0);
/** Buffers for the positions of each expression during a scan; the next scan uses them again. */
let room: Int32Array[] = [];

/** Releases these buffers. */
export function forgetPositions(): void {
  room = [];
}

/** Returns the windows of each expression; undefined: too many, or its prefixes are unknown. */
export function scan(tables: Tables, value: ByteString): readonly (Windows | undefined)[] {
  const windows: (Windows | undefined)[] = Array.from({ length: EXPRESSIONS }, (_, expression) =>
    (tables.known & (1 << expression)) === 0
      ? undefined
      : {
          split: tables.splits[expression] ?? 0,
          positions: room[expression] ?? new Int32Array(8),
          count: 0,
          size: 0,
        },
  );
  let open = tables.known;
  let from = 0;
  while (from + PREFIX <= value.length && open !== 0) {
    const count = readBlock(value, from);
    open = scanBlock(tables, windows, open, from, count);
    from += count - PREFIX + 1;
  }
  // The last bytes have no complete prefix, so each of them counts as a position.
  for (; from < value.length && open !== 0; from += 1) addPosition(windows, open, from);
  windows.forEach((own, expression) => {
    if (own === undefined) return;
    own.size = bytesIn(own);
    room[expression] = own.positions;
    own.positions = own.positions.slice(0, own.count);
  });
  return windows;
}

/** Checks the prefixes that lie completely in the block, for `expressions`; returns the expressions still open. */
function scanBlock(
  tables: Tables,
  windows: (Windows | undefined)[],
  expressions: number,
  from: number,
  count: number,
): number {
  const { pairs, common, triples, rareTriples } = tables;
  const [first = NONE, second = NONE, third = NONE] = pairs;
  const wanted = (expressions & common) === 0 ? rareTriples : triples;
  let open = expressions;
  for (let at = 0; at < count; at += 4) {
    at = nextWord(wanted, at, count);
    // The first three bytes of a prefix end in these four bytes.
    const last = Math.min(at + 1, count - PREFIX);
    for (let start = Math.max(0, at - 2); start <= last; start += 1) {
      const pair = classPair(start);
      const next = classPair(start + 1);
      const triple = (pair << 6) | (next & 63);
      if ((((wanted[triple >> 5] ?? 0) >>> triple) & 1) === 0) continue;
      const bits = (first[pair] ?? 0) & (second[next] ?? 0) & (third[classPair(start + 2)] ?? 0);
      if ((bits & open) !== 0) open &= ~addPosition(windows, bits & open, from + start);
    }
  }
  return open;
}

const words = new Int32Array(block.buffer);

/**
 * Returns the next position, a multiple of 4 from `start` on, at which a bit is set for three bytes that end in the four
 * bytes there; the position of an incomplete word at the end. A separate loop without calls, because V8 reads the
 * tables' addresses again after each call.
 */
function nextWord(triples: Int32Array, start: number, count: number): number {
  // Local variables, because module variables are looked up at every use, which takes four times as long.
  const [fours, classes] = [words, prefixClasses];
  const end = count >> 2;
  let word = start >> 2;
  let pair = start === 0 ? 0 : classPair(start - 2);
  for (; word < end; word += 1) {
    const four = fours[word] ?? 0;
    const third = classes[four & 0xff] ?? 0;
    const fourth = classes[(four >>> 8) & 0xff] ?? 0;
    const fifth = classes[(four >>> 16) & 0xff] ?? 0;
    const sixth = classes[four >>> 24] ?? 0;
    const a = (pair << 6) | third;
    const b = ((a & 0xfff) << 6) | fourth;
    const c = ((b & 0xfff) << 6) | fifth;
    const d = ((c & 0xfff) << 6) | sixth;
    const bits =
      ((triples[a >> 5] ?? 0) >>> a) |
      ((triples[b >> 5] ?? 0) >>> b) |
      ((triples[c >> 5] ?? 0) >>> c) |
      ((triples[d >> 5] ?? 0) >>> d);
    if ((bits & 1) !== 0) break;
    pair = d & 0xfff;
  }
  return 4 * word;
}

/** Returns the class pair of two bytes of the block. */
function classPair(at: number): number {
  return ((prefixClasses[block[at] ?? 0] ?? 0) << 6) | (prefixClasses[block[at + 1] ?? 0] ?? 0);
}

/** Returns the bytes of the windows; a match that has begun is followed for some more bytes. */
function bytesIn({ positions, count }: Windows): number {
  let sum = count * GAP;
  for (let index = 0; index < count; index += 2) {
    sum += (positions[index + 1] ?? 0) - (positions[index] ?? 0);
  }
  return sum;
}

/** Adds the position to the windows of the expressions; returns the expressions that have too many and lose them. */
function addPosition(
  windows: (Windows | undefined)[],
  expressions: number,
  position: number,
): number {
  let lost = 0;
  for (let bits = expressions; bits !== 0; bits &= bits - 1) {
    const expression = lowestBit(bits);
    const own = windows[expression];
    if (own === undefined || push(own, position)) continue;
    windows[expression] = undefined;
    room[expression] = own.positions;
    lost |= 1 << expression;
  }
  return lost;
}

/** Adds a position; returns false when there are too many. */
function push(windows: Windows, position: number): boolean {
  const { positions, count } = windows;
  windows.size += 1;
  if ((windows.size - MORE_POSITIONS) * BYTES_PER_POSITION > position) return false;
  if (count > 0 && position - (positions[count - 1] ?? 0) <= GAP) {
    positions[count - 1] = position;
    return true;
  }
  if (count === positions.length) {
    windows.positions = new Int32Array(2 * count);
    windows.positions.set(positions);
  }
  windows.positions[count] = position;
  windows.positions[count + 1] = position;
  windows.count += 2;
  return true;
}
