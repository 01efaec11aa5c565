/**
 * Keeps for expressions that read the same texts where in a long text their matches may begin (prefix-scan.ts). An
 * automaton that reads only from these positions reads little of the text, since most of any text begins no match.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import type { Automaton } from './automaton-code.ts';
import { forgetExpected } from './common-prefix.ts';
import type { Split } from './inner-part.ts';
import {
  buildTables,
  EXPRESSIONS,
  type FilteredExpression,
  forgetPositions,
  scan,
  type Tables,
} from './prefix-scan.ts';
import type { Windows } from './prefix-windows.ts';

export type { Windows };

/** Bytes from which on a pass over the text saves time. */
export const LONG_TEXT = 16_384;

export type PrefixFilter = {
  /** By their numbers. */
  readonly expressions: FilteredExpression[];
  tables: Tables | undefined;
  /** Results for the texts that were scanned last. */
  readonly scans: Scan[];
  /** A bit for each expression that rules will search for; only a hint. */
  expected: number;
};

/** `expressions`: a bit for each that the text was scanned for. */
type Scan = {
  readonly value: ByteString;
  readonly expressions: number;
  readonly windows: readonly (Windows | undefined)[];
};

/** Any expression may be searched for. */
const ANY = -1;

/**
 * Bytes of texts and their windows that are cached: rules read some ten transformed values of a text, one after the
 * other and repeatedly.
 */
const CACHED_BYTES = 32 << 20;

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
    filter = { expressions: [], tables: undefined, scans: [], expected: ANY };
    filters.push(filter);
  }
  return { filter, expression: filter.expressions.push({ automaton, split }) - 1 };
}

/** Returns where in `value` a match of the expression, or its rest, may begin; undefined: nearly anywhere. */
export function windowsIn(member: PrefixMember, value: ByteString): Windows | undefined {
  const { filter, expression } = member;
  const known = scanOf(member, value);
  if (known !== undefined) return known.windows[expression];
  filter.tables ??= buildTables(filter.expressions);
  const own = 1 << expression;
  // The others that are expected were scanned for before, or will be, without this one.
  const expressions = (filter.expected & own) === 0 ? own : filter.expected;
  const windows = scan(filter.tables, value, expressions);
  cache(filter, { value, expressions, windows });
  return windows[expression];
}

function scanOf({ filter, expression }: PrefixMember, value: ByteString): Scan | undefined {
  const own = 1 << expression;
  return filter.scans.find((scan) => (scan.expressions & own) !== 0 && scan.value === value);
}

/** The filters that expect only some of their expressions. */
const narrowed = new Set<PrefixFilter>();

/**
 * Lets passes over long texts look only for `searched`, of all members of some filters. Others are still found, with a pass of
 * their own each.
 */
export function expectSearches(
  all: readonly PrefixMember[],
  searched: readonly PrefixMember[],
): void {
  for (const { filter } of all) {
    filter.expected = 0;
    narrowed.add(filter);
  }
  for (const { filter, expression } of searched) filter.expected |= 1 << expression;
}

/** Returns how many bytes are read to search for the expression, including the pass that finds its windows. */
export function stepsIn(member: PrefixMember, value: ByteString): number {
  const isScanned = scanOf(member, value) !== undefined;
  const windows = windowsIn(member, value);
  const own = Math.min(value.length, windows?.size ?? value.length);
  return isScanned ? own : own + value.length;
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
  if (cached.length > 0) {
    for (const { filter } of cached) filter.scans.length = 0;
    cached = [];
    cachedBytes = 0;
  }
  if (narrowed.size > 0) {
    for (const filter of narrowed) filter.expected = ANY;
    narrowed.clear();
  }
  forgetPositions();
  forgetExpected();
}
