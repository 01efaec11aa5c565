/**
 * States of a search automaton that the compiler has built: for common texts nothing is built at run time, and the
 * expression is not even decoded.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import { type AutomatonCode, decodeClasses, readNumber } from './automaton-code.ts';

/**
 * Rows separated by ROW_END, the first for the start of a text; each row is a sequence of numbers as in the code of
 * an automaton. A row begins with the number, from 1, of an earlier row that it resembles, or with 0 and the target
 * of most symbols. Then follow, for each symbol with another target, its distance from the previous such symbol and
 * the target. A target is one of `targets`, or FIRST_STATE plus the number of a row, from 0.
 */
export type StatesCode = string;

export const ROW_END = '.';
export const targets = {
  /** The compiler has not built it. */
  unknown: 0,
  /** The expression ends before the symbol. */
  end: 1,
  /** No match is possible any more. */
  dead: 2,
} as const;
export const FIRST_STATE = 3;

export type EmittedStates = {
  /** Code of the expression that the states belong to. */
  readonly automaton: AutomatonCode;
  readonly code: StatesCode;
  /** Built at the first text. */
  tables: StateTables | undefined;
};

type StateTables = {
  /** Byte -> symbol. */
  readonly classes: Uint8Array;
  /** Symbols are the classes of bytes and, as the last one, the end of the input. */
  readonly symbolCount: number;
  readonly rows: readonly string[];
  /** Row -> 1 when it is decoded: a text uses few rows. */
  readonly decoded: Uint8Array;
  /**
   * [row + symbol] -> the next row, as its number * symbolCount; below 0: no row, or one that is not decoded
   * (`entryFor`).
   */
  readonly transitions: Int32Array;
  /** State of the current search: the next position, and the index in `transitions` of the last byte read. */
  position: number;
  entry: number;
};

/**
 * Returns whether the expression matches anywhere in `value`; undefined: the text needs states that the compiler has
 * not built.
 */
export function searchEmitted(states: EmittedStates, value: ByteString): boolean | undefined {
  states.tables ??= openTables(states);
  const { tables } = states;
  const { symbolCount, transitions } = tables;
  let row = 0;
  for (tables.position = 0; tables.position < value.length; ) {
    row = followDecoded(tables, value, row);
    if (row > entryFor(FIRST_STATE)) break;
    row = decodeRow(tables, numberOf(row));
    transitions[tables.entry] = row;
  }
  const last = row < 0 ? row : (transitions[row + symbolCount - 1] ?? 0);
  return last === entryFor(targets.unknown) ? undefined : last === entryFor(targets.end);
}

/**
 * Reads from `row` at `position`. Stores in `tables` the position after the last byte read and the entry of that
 * byte. Returns the row at the end of `value`, or a negative entry. This is a separate loop: V8 compiles it in a
 * tenth of the time that a loop with the decoding in it takes.
 */
function followDecoded(tables: StateTables, value: ByteString, row: number): number {
  const { classes, transitions } = tables;
  let next = row;
  let entry = 0;
  let at = tables.position;
  while (at < value.length && next >= 0) {
    entry = next + (classes[value.charCodeAt(at) & 255] ?? 0);
    next = transitions[entry] ?? 0;
    at += 1;
  }
  tables.position = at;
  tables.entry = entry;
  return next;
}

/** Returns the entry of a target that is no decoded row: -1 to -3 for `targets`, then the rows. */
function entryFor(target: number): number {
  return -1 - target;
}

function numberOf(entry: number): number {
  return -1 - entry - FIRST_STATE;
}

function openTables({ automaton, code }: EmittedStates): StateTables {
  const { classes, symbolCount } = decodeClasses(automaton);
  const rows = code.split(ROW_END);
  const tables: StateTables = {
    ...{ classes, symbolCount, rows },
    decoded: new Uint8Array(rows.length),
    transitions: new Int32Array(rows.length * symbolCount),
    position: 0,
    entry: 0,
  };
  decodeRow(tables, 0);
  return tables;
}

/** Returns the index in `transitions` at which this row begins; decodes the row before its first use. */
function decodeRow(tables: StateTables, number: number): number {
  const { rows, decoded, symbolCount, transitions } = tables;
  const row = number * symbolCount;
  if (decoded[number] === 1) return row;
  decoded[number] = 1;
  const reader = { code: rows[number] ?? '', at: 0 };
  const base = readNumber(reader);
  if (base === 0) {
    transitions.fill(entryFor(readNumber(reader)), row, row + symbolCount);
  } else {
    const from = decodeRow(tables, base - 1);
    transitions.copyWithin(row, from, from + symbolCount);
  }
  for (let at = row - 1; reader.at < reader.code.length; ) {
    at += readNumber(reader);
    transitions[at] = entryFor(readNumber(reader));
  }
  return row;
}
