/**
 * States of a search automaton that the compiler has made: for the texts that are common, nothing is built and the
 * expression is not even decoded.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import { type AutomatonCode, decodeClasses, readNumber } from './automaton-code.ts';

/**
 * Rows, the first that of the start of a text, with ROW_END between them; each as numbers of an automaton's code. A row is the
 * number of an earlier row that it resembles, from 1, or 0 and the target of most symbols; then for each symbol with
 * another target its distance from the one before and the target. A target is one of `targets`, or FIRST_STATE and the
 * number of a row, from 0.
 */
export type StatesCode = string;

export const ROW_END = '.';
export const targets = {
  /** The compiler has not made it. */
  unknown: 0,
  /** The expression ends before the symbol. */
  end: 1,
  /** No match follows. */
  dead: 2,
} as const;
export const FIRST_STATE = 3;

export type EmittedStates = {
  /** Code of the expression whose states these are. */
  readonly automaton: AutomatonCode;
  readonly code: StatesCode;
  /** Made at the first text. */
  tables: StateTables | undefined;
};

type StateTables = {
  /** Byte -> symbol. */
  readonly classes: Uint8Array;
  /** Symbols are the classes of bytes and, last, the end of the input. */
  readonly symbolCount: number;
  readonly rows: readonly string[];
  /** Row -> 1 when it is decoded: a text takes few of them. */
  readonly decoded: Uint8Array;
  /** [row + symbol] -> the next row: its number * symbolCount, less than 0 when there is none or it is not decoded (`entryFor`). */
  readonly transitions: Int32Array;
  /** Where a search is: the next position, and the index in `transitions` that the byte before it led to. */
  position: number;
  entry: number;
};

/** Whether the expression matches anywhere in `value`; undefined: the compiler has not made all states that it takes. */
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
 * Reads on from `row` at `position`, and leaves in `tables` the position after the last byte that it has read, and the entry of
 * that byte. Returns the row at the end of `value`, or what is no decoded row. A loop of its own: V8 compiles it in a tenth of
 * the time that it takes for one with the decoding in it.
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

/** Of a target whose row is not decoded yet: -1 to -3 without a row, then the rows. */
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

/** Returns the index in `transitions` at which this row begins; decodes it before the first use. */
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
