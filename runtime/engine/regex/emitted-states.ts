/**
 * States of a search automaton that the compiler has made: for the texts that are common, nothing is built and the
 * expression is not even decoded.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import { type AutomatonCode, decodeClasses, readNumber } from './automaton-code.ts';

/**
 * Numbers as in an automaton's code: the count of rows, then row by row, the first that of the start of a text. A row
 * is the number of an earlier row that it resembles, from 1, or 0 and the target of most symbols; then the count of
 * symbols with another target, and for each its distance from the one before and its target. A target is one of
 * `targets`, or FIRST_STATE and the number of a row, from 0.
 */
export type StatesCode = string;

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
  /** Decoded at the first text. */
  tables: StateTables | undefined;
};

type StateTables = {
  /** Byte -> symbol. */
  readonly classes: Uint8Array;
  /** Symbols are the classes of bytes and, last, the end of the input. */
  readonly symbolCount: number;
  /** [row + symbol] -> the next row: its number * symbolCount; targets are less than 0, by FIRST_STATE. */
  readonly transitions: Int32Array;
};

/** Whether the expression matches anywhere in `value`; undefined: the compiler has not made all states that it takes. */
export function searchEmitted(states: EmittedStates, value: ByteString): boolean | undefined {
  states.tables ??= decode(states);
  const { classes, symbolCount, transitions } = states.tables;
  let row = 0;
  for (let at = 0; at < value.length && row >= 0; at += 1) {
    row = transitions[row + (classes[value.charCodeAt(at) & 255] ?? 0)] ?? 0;
  }
  const last = row < 0 ? row : (transitions[row + symbolCount - 1] ?? 0);
  return last === targets.unknown - FIRST_STATE ? undefined : last === targets.end - FIRST_STATE;
}

function decode({ automaton, code }: EmittedStates): StateTables {
  const { classes, symbolCount } = decodeClasses(automaton);
  const reader = { code, at: 0 };
  const rowCount = readNumber(reader);
  const transitions = new Int32Array(rowCount * symbolCount);
  const readTarget = (): number => {
    const target = readNumber(reader) - FIRST_STATE;
    return target < 0 ? target : target * symbolCount;
  };
  for (let row = 0; row < transitions.length; row += symbolCount) {
    const base = (readNumber(reader) - 1) * symbolCount;
    if (base < 0) transitions.fill(readTarget(), row, row + symbolCount);
    else transitions.copyWithin(row, base, base + symbolCount);
    let at = row - 1;
    for (let left = readNumber(reader); left > 0; left -= 1) {
      at += readNumber(reader);
      transitions[at] = readTarget();
    }
  }
  return { classes, symbolCount, transitions };
}
