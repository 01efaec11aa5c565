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
  TRIPLE_WORDS,
} from './prefix-pairs.ts';
import { bytesIn, pushPosition, type Windows } from './prefix-windows.ts';
import { type RareBytes, rareBytesOf, visitRareBytes } from './rare-bytes.ts';

/** `known`: a bit for each expression whose matches, or the rest of them, begin with one of the pairs. */
export type Tables = {
  readonly pairs: readonly Int32Array[];
  readonly known: number;
  /** One bit for each three classes that begin a prefix of some expression. */
  readonly triples: Int32Array;
  /** By expression; undefined: nothing is known about the bytes that its matches begin with. */
  readonly rows: readonly (PrefixRows | undefined)[];
  readonly splits: readonly Split[];
  /** By expression, found when a text is scanned for it alone: its rare bytes; undefined: it has none. */
  readonly rareBytes: Map<number, RareBytes | undefined>;
};

/** Number of expressions that one pass can search for. */
export const EXPRESSIONS = 32;
/** Bytes that V8 searches for: each takes a tenth of the time of the pass over the text. */
const MOST_RARE_BYTES = 4;

/** `automaton` is called when the tables are built. */
export type FilteredExpression = { readonly automaton: () => Automaton; readonly split: Split };

export function buildTables(expressions: readonly FilteredExpression[]): Tables {
  const pairs = new Int32Array((PREFIX - 1) * PAIRS);
  const rows = expressions.map(rowsOf);
  let known = 0;
  for (const [expression, own] of rows.entries()) {
    if (own === undefined) continue;
    known |= 1 << expression;
    addPrefixes(pairs, 1 << expression, own);
  }
  return {
    pairs: [0, 1, 2].map((table) => pairs.slice(table * PAIRS, (table + 1) * PAIRS)),
    known,
    triples: triplesOf(rows, known, new Int32Array(TRIPLE_WORDS)),
    rows,
    splits: expressions.map(({ split }) => split),
    rareBytes: new Map(),
  };
}

function rowsOf({ automaton, split }: FilteredExpression): PrefixRows | undefined {
  const loaded = automaton();
  const tree = loaded.tree();
  return prefixRows(loaded, split === 0 ? tree : splitTree(tree, split).rest);
}

/** Returns `triples` with the bits of the expressions. */
function triplesOf(rows: Tables['rows'], expressions: number, triples: Int32Array): Int32Array {
  triples.fill(0);
  for (let bits = expressions; bits !== 0; bits &= bits - 1) {
    const own = rows[lowestBit(bits)];
    if (own !== undefined) addTriples(triples, own);
  }
  return triples;
}

const NONE = new Int32Array(0);
/** Buffers for the positions of each expression during a scan; the next scan uses them again. */
let room: Int32Array[] = [];

/** Releases these buffers. */
export function forgetPositions(): void {
  room = [];
}

/**
 * Returns the windows of the expressions, a bit each in `expressions`; undefined: too many, or its prefixes are unknown, or it
 * is none of these.
 */
export function scan(
  tables: Tables,
  value: ByteString,
  expressions: number,
): readonly (Windows | undefined)[] {
  const known = tables.known & expressions;
  const windows: (Windows | undefined)[] = Array.from({ length: EXPRESSIONS }, (_, expression) =>
    (known & (1 << expression)) === 0
      ? undefined
      : {
          split: tables.splits[expression] ?? 0,
          positions: room[expression] ?? new Int32Array(8),
          count: 0,
          size: 0,
        },
  );
  const pass: Pass = { windows, open: known, triples: tables.triples, searched: known, misses: 0 };
  let from = scanRareBytes(tables, pass, value);
  if (from === 0 && known !== tables.known) leaveOutLost(tables, pass);
  while (from + PREFIX <= value.length && pass.open !== 0) {
    const count = readBlock(value, from);
    for (let start = 0; start < count; start += CHUNK) {
      scanChunk(tables, pass, from, start, count);
      if (pass.misses > MANY_MISSES && pass.searched !== pass.open) leaveOutLost(tables, pass);
    }
    from += count - PREFIX + 1;
  }
  // The last bytes have no complete prefix, so each of them counts as a position.
  for (; from < value.length && pass.open !== 0; from += 1) addPosition(pass, pass.open, from);
  windows.forEach((own, expression) => {
    if (own === undefined) return;
    own.size = bytesIn(own);
    room[expression] = own.positions;
    own.positions = own.positions.slice(0, own.count);
  });
  return windows;
}

/**
 * Adds the positions of the only expression when it has rare bytes, and returns that of the first incomplete prefix. Returns 0 and
 * adds none when the text must be read.
 */
function scanRareBytes(tables: Tables, pass: Pass, value: ByteString): number {
  if (pass.open === 0 || (pass.open & (pass.open - 1)) !== 0) return 0;
  const expression = lowestBit(pass.open);
  const rareBytes = rareBytesIn(tables, expression);
  if (rareBytes === undefined) return 0;
  const [first = NONE, second = NONE, third = NONE] = tables.pairs;
  const last = value.length - PREFIX;
  const isDone = visitRareBytes(rareBytes, value, (start) => {
    if (start > last) return false;
    const a = classAt(value, start);
    const b = classAt(value, start + 1);
    if ((first[(a << 6) | b] ?? 0) === 0) return true;
    const c = classAt(value, start + 2);
    const d = classAt(value, start + 3);
    const bits = (second[(b << 6) | c] ?? 0) & (third[(c << 6) | d] ?? 0);
    if ((bits & pass.open) !== 0) addPosition(pass, bits & pass.open, start);
    return pass.open !== 0;
  });
  if (isDone) return Math.max(0, last + 1);
  const own = pass.windows[expression];
  if (own !== undefined) {
    own.count = 0;
    own.size = 0;
  }
  return 0;
}

function rareBytesIn({ rows, rareBytes }: Tables, expression: number): RareBytes | undefined {
  const own = rows[expression];
  if (own !== undefined && !rareBytes.has(expression))
    rareBytes.set(expression, rareBytesOf(own, MOST_RARE_BYTES));
  return rareBytes.get(expression);
}

function classAt(value: ByteString, at: number): number {
  return prefixClasses[value.charCodeAt(at) & 0xff] ?? 0;
}

/** The state of a pass. */
type Pass = {
  readonly windows: (Windows | undefined)[];
  /** The expressions that have not too many positions yet. */
  open: number;
  /** The triples that are searched for, and whose they are. */
  triples: Int32Array;
  searched: number;
  /** Words of the last chunk with a triple, but without a prefix of an open expression. */
  misses: number;
};

/** Bytes of a chunk, and its misses from which on a table of fewer triples saves time. */
const CHUNK = 2048;
const MANY_MISSES = CHUNK / 64;
/** Triples of the expressions that are still open; for one pass at a time. */
const openTriples = new Int32Array(TRIPLE_WORDS);

/** Searches for the triples of the open expressions only. */
function leaveOutLost({ rows }: Tables, pass: Pass): void {
  pass.triples = triplesOf(rows, pass.open, openTriples);
  pass.searched = pass.open;
}

/** Checks the prefixes of a chunk of the block that lie completely in the block, which begins at `from` in the text. */
function scanChunk(tables: Tables, pass: Pass, from: number, begin: number, count: number): void {
  const end = Math.min(begin + CHUNK, count);
  pass.misses = 0;
  for (let at = begin; at < end; at += 4) {
    at = nextWord(pass.triples, at, end);
    if (at === end && end < count) break;
    if (!checkWord(tables, pass, from, at, count)) pass.misses += 1;
  }
}

/** Checks the prefixes whose first three bytes end in four bytes of the block; returns whether an open one begins there. */
function checkWord(
  { pairs }: Tables,
  pass: Pass,
  from: number,
  at: number,
  count: number,
): boolean {
  const [first = NONE, second = NONE, third = NONE] = pairs;
  const last = Math.min(at + 1, count - PREFIX);
  let isFound = false;
  for (let start = Math.max(0, at - 2); start <= last; start += 1) {
    const pair = classPair(start);
    const next = classPair(start + 1);
    const triple = (pair << 6) | (next & 63);
    if ((((pass.triples[triple >> 5] ?? 0) >>> triple) & 1) === 0) continue;
    const bits = (first[pair] ?? 0) & (second[next] ?? 0) & (third[classPair(start + 2)] ?? 0);
    if ((bits & pass.open) === 0) continue;
    addPosition(pass, bits & pass.open, from + start);
    isFound = true;
  }
  return isFound;
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

/** Adds the position to the windows of the expressions; those that have too many lose them. */
function addPosition(pass: Pass, expressions: number, position: number): void {
  const { windows } = pass;
  for (let bits = expressions; bits !== 0; bits &= bits - 1) {
    const expression = lowestBit(bits);
    const own = windows[expression];
    if (own === undefined || pushPosition(own, position)) continue;
    windows[expression] = undefined;
    room[expression] = own.positions;
    pass.open &= ~(1 << expression);
  }
}
