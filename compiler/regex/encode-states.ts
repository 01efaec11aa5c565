/** Encodes automaton states that texts have taken, so that a module loads them instead of computing them. */
import { writeNumbers } from '../../runtime/engine/regex/compile/code-writer.ts';
import { type Dfa, entryWithoutEviction, startState } from '../../runtime/engine/regex/dfa.ts';
import {
  FIRST_STATE,
  ROW_END,
  type StatesCode,
  targets,
} from '../../runtime/engine/regex/emitted-states.ts';

/** Limit for one expression. */
const MOST_ROWS = 256;

/** The number of preceding rows, besides the first, that a row is compared with. */
const BASES = 256;

/**
 * Returns the states that texts have left so far, as offsets of their rows, breadth first from the state at the start
 * of a text. The order does not depend on which text came first.
 */
export function visitedStates(dfa: Dfa): readonly number[] {
  const known = (state: number): readonly number[] =>
    symbolsOf(dfa).map((symbol) => dfa.transitions[state + symbol] ?? 0);
  const reached = new Set([startState(dfa, 0)]);
  for (const state of reached) {
    for (const next of known(state)) if (next > dfa.symbolCount) reached.add(next);
  }
  return [...reached].filter((state) => known(state).some((next) => next !== 0));
}

/**
 * Returns the rows of `states` and of the states that follow them, in this order, as many as fit in `digits`. The rows
 * are complete, because other texts leave the same states by other symbols. `dfa` is a `search` automaton; it cannot be
 * used afterwards.
 */
export function encodeStates(dfa: Dfa, states: readonly number[], digits: number): StatesCode {
  // The compiler computes these entries, so no budget limits them.
  dfa.cacheBudget = Number.POSITIVE_INFINITY;
  const all = new Set([startState(dfa, 0), ...states.slice(0, MOST_ROWS)]);
  for (const state of [...all]) {
    for (const next of nextStates(dfa, state)) if (next > dfa.symbolCount) all.add(next);
  }
  return encodeInOrder(dfa, [...all].slice(0, MOST_ROWS), digits);
}

/** Returns the number of digits that the rows of `states` take by themselves. */
export function digitsOf(dfa: Dfa, states: readonly number[]): number {
  dfa.cacheBudget = Number.POSITIVE_INFINITY;
  return encodeInOrder(dfa, states.slice(0, MOST_ROWS), Number.POSITIVE_INFINITY).length;
}

/**
 * Encodes as many rows of `order`, from the first on, as fit. It uses binary search, because the size of a row depends
 * on the other rows.
 */
function encodeInOrder(dfa: Dfa, order: readonly number[], digits: number): StatesCode {
  const all = encodeRows(dfa, order);
  if (all.length <= digits) return all;
  let best = encodeRows(dfa, order.slice(0, 1));
  let [fits, tooMany] = [1, order.length];
  while (tooMany - fits > 1) {
    const count = (fits + tooMany) >> 1;
    const code = encodeRows(dfa, order.slice(0, count));
    if (code.length <= digits) [fits, best] = [count, code];
    else tooMany = count;
  }
  return best;
}

function nextStates(dfa: Dfa, state: number): readonly number[] {
  return symbolsOf(dfa).map((symbol) => entryWithoutEviction(dfa, state, symbol));
}

function symbolsOf({ symbolCount }: Dfa): readonly number[] {
  return Array.from({ length: symbolCount }, (_, symbol) => symbol);
}

type Row = readonly number[];

function encodeRows(dfa: Dfa, states: readonly number[]): StatesCode {
  const rowOf = new Map(states.map((state, row) => [state, row]));
  const rows = states.map((state) =>
    nextStates(dfa, state).map((next) => {
      if (next < 0) return targets.end;
      if (next === dfa.symbolCount) return targets.dead;
      const row = rowOf.get(next);
      return row === undefined ? targets.unknown : FIRST_STATE + row;
    }),
  );
  return rows.map((row, index) => writeNumbers(encodeRow(rows, row, index))).join(ROW_END);
}

/**
 * Encodes a row as its differences from the most similar base: a row filled with its most frequent target, the first
 * row, or one of the preceding rows.
 */
function encodeRow(rows: readonly Row[], row: Row, index: number): readonly number[] {
  const filling = commonest(row);
  let base: Row = row.map(() => filling);
  let head = [0, filling];
  let fewest = differences(row, base, row.length) + 1;
  for (const [earlier, candidate] of rows.slice(0, index).entries()) {
    if (earlier > 0 && earlier < index - BASES) continue;
    const count = differences(row, candidate, fewest);
    if (count >= fewest) continue;
    [fewest, base, head] = [count, candidate, [earlier + 1]];
  }
  let last = -1;
  const pairs = row.flatMap((target, symbol) => {
    if (target === base[symbol]) return [];
    const distance = symbol - last;
    last = symbol;
    return [distance, target];
  });
  return [...head, ...pairs];
}

/** Counts the differences, up to `most`. */
function differences(row: Row, base: Row, most: number): number {
  let count = 0;
  for (let symbol = 0; symbol < row.length && count < most; symbol += 1) {
    if (row[symbol] !== base[symbol]) count += 1;
  }
  return count;
}

function commonest(row: Row): number {
  const counts = new Map<number, number>();
  for (const target of row) counts.set(target, (counts.get(target) ?? 0) + 1);
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0])[0];
}
