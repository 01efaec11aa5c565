/**
 * Finds where in a long text matches of many expressions may begin, in one pass: by their first four bytes
 * (prefix-pairs.ts), with three table look-ups a byte for up to 32 expressions. An automaton that reads only from
 * these positions reads little of the text, since most of any text begins no match.
 */
import { lowestBit } from '../bytes/bit-words.ts';
import { block, readBlock } from '../bytes/byte-block.ts';
import type { ByteString } from '../bytes/byte-string.ts';
import type { Automaton } from './automaton-code.ts';
import { forgetExpected } from './common-prefix.ts';
import { type Split, splitTree } from './inner-part.ts';
import {
  addPrefixes,
  PAIRS,
  PREFIX,
  type PrefixRows,
  prefixClasses,
  prefixRows,
} from './prefix-pairs.ts';

/** Bytes from which on a pass over the text saves time. */
export const LONG_TEXT = 16_384;

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

export type PrefixFilter = {
  /** By their numbers. */
  readonly expressions: FilteredExpression[];
  tables: Tables | undefined;
  /** Results for the texts that were scanned last. */
  readonly scans: Scan[];
};

/** `automaton` is called when the tables are built. */
type FilteredExpression = { readonly automaton: () => Automaton; readonly split: Split };

/** `known`: a bit for each expression whose matches, or the rest of them, begin with one of the pairs. */
type Tables = {
  readonly pairs: readonly Int32Array[];
  readonly known: number;
  readonly splits: readonly Split[];
};

type Scan = { readonly value: ByteString; readonly windows: readonly (Windows | undefined)[] };

const EXPRESSIONS = 32;
/** For fewer expressions a pass takes longer than their automata, of which most texts need one. */
const FEWEST = 3;
/**
 * Bytes of texts and their windows that are cached: rules read some ten transformed values of a text, one after the
 * other and repeatedly.
 */
const CACHED_BYTES = 32 << 20;
/** Positions at most this far apart are in one window. */
const GAP = 8;
/**
 * Bytes of text for each position, and positions allowed in addition: with more positions an automaton can as well
 * read everything.
 */
const BYTES_PER_POSITION = 64;
const MORE_POSITIONS = 32;

/** The filters of expressions that search the same texts. */
export type PrefixFilters = PrefixFilter[];

export function createPrefixFilters(): PrefixFilters {
  return [];
}

/** The filter of an expression, and the number of the expression in it. */
export type PrefixMember = { readonly filter: PrefixFilter; readonly expression: number };

export function addExpression(
  filters: PrefixFilters,
  automaton: () => Automaton,
  split: Split,
): PrefixMember {
  let filter = filters.at(-1);
  if (filter === undefined || filter.expressions.length === EXPRESSIONS) {
    filter = { expressions: [], tables: undefined, scans: [] };
    filters.push(filter);
  }
  return { filter, expression: filter.expressions.push({ automaton, split }) - 1 };
}

/** Returns where in `value` a match of the expression, or its rest, may begin; undefined: nearly anywhere. */
export function windowsIn(
  { filter, expression }: PrefixMember,
  value: ByteString,
): Windows | undefined {
  if (filter.expressions.length < FEWEST) return undefined;
  const known = filter.scans.find((scan) => scan.value === value);
  if (known !== undefined) return known.windows[expression];
  filter.tables ??= buildTables(filter);
  const windows = scan(filter.tables, value);
  cache(filter, { value, windows });
  return windows[expression];
}

/** Returns how many bytes are read to search for the expression, including the pass that finds its windows. */
export function stepsIn(member: PrefixMember, value: ByteString): number {
  const isScanned = member.filter.scans.some((scan) => scan.value === value);
  const windows = windowsIn(member, value);
  const own = Math.min(value.length, windows?.size ?? value.length);
  return isScanned || member.filter.expressions.length < FEWEST ? own : own + value.length;
}

/** The cached scans, oldest first, each with its filter. */
let cached: { readonly filter: PrefixFilter; readonly scan: Scan; readonly bytes: number }[] = [];
let cachedBytes = 0;

function cache(filter: PrefixFilter, scan: Scan): void {
  const windowBytes = scan.windows.reduce((sum, own) => sum + (own?.positions.byteLength ?? 0), 0);
  const bytes = scan.value.length + windowBytes;
  filter.scans.push(scan);
  cached.push({ filter, scan, bytes });
  cachedBytes += bytes;
  while (cachedBytes > CACHED_BYTES && cached.length > 1) {
    const [oldest] = cached.splice(0, 1);
    oldest?.filter.scans.shift();
    cachedBytes -= oldest?.bytes ?? 0;
  }
}

/** Drops what was found in a text that no rule reads soon, so that the text does not stay in memory. */
export function forgetText(value: ByteString): void {
  cached = cached.filter(({ filter, scan, bytes }) => {
    if (scan.value !== value) return true;
    filter.scans.splice(filter.scans.indexOf(scan), 1);
    cachedBytes -= bytes;
    return false;
  });
}

/** Drops all cached texts before a transaction ends, so that they do not stay in memory. */
export function forgetTexts(): void {
  for (const { filter } of cached) filter.scans.length = 0;
  cached = [];
  room = [];
  cachedBytes = 0;
  forgetExpected();
}

function buildTables({ expressions }: PrefixFilter): Tables {
  const pairs = new Int32Array((PREFIX - 1) * PAIRS);
  let known = 0;
  for (const [expression, { automaton, split }] of expressions.entries()) {
    const rows = rowsOf(automaton(), split);
    if (rows === undefined) continue;
    known |= 1 << expression;
    addPrefixes(pairs, 1 << expression, rows);
  }
  return {
    pairs: [0, 1, 2].map((table) => pairs.slice(table * PAIRS, (table + 1) * PAIRS)),
    known,
    splits: expressions.map(({ split }) => split),
  };
}

function rowsOf(automaton: Automaton, split: Split): PrefixRows | undefined {
  const tree = automaton.tree();
  return prefixRows(automaton, split === 0 ? tree : splitTree(tree, split).rest);
}

const NONE = new Int32Array(0);
/** Buffers for the positions of each expression during a scan; the next scan uses them again. */
let room: Int32Array[] = [];

/** Returns the windows of each expression; undefined: too many, or its prefixes are unknown. */
function scan(tables: Tables, value: ByteString): readonly (Windows | undefined)[] {
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
  while (from + PREFIX <= value.length) {
    const count = readBlock(value, from);
    open = scanBlock(tables, windows, open, from, count);
    from += count - PREFIX + 1;
  }
  // The last bytes have no complete prefix, so each of them counts as a position.
  for (; from < value.length; from += 1) addPosition(windows, open, from);
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
  { pairs }: Tables,
  windows: (Windows | undefined)[],
  expressions: number,
  from: number,
  count: number,
): number {
  const [first = NONE, second = NONE, third = NONE] = pairs;
  // Local variables, because module variables are looked up at every use, which takes four times as long.
  const [bytes, classes] = [block, prefixClasses];
  let open = expressions;
  let pair = classPair(0);
  let next = classPair(1);
  for (let at = PREFIX - 1; at < count; at += 1) {
    const last = ((next & 63) << 6) | (classes[bytes[at] ?? 0] ?? 0);
    const found = (first[pair] ?? 0) & (second[next] ?? 0) & (third[last] ?? 0) & open;
    pair = next;
    next = last;
    if (found !== 0) open &= ~addPosition(windows, found, from + at - PREFIX + 1);
  }
  return open;
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
