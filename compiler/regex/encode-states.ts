/** Encodes automaton states that texts have taken, so that a module loads them instead of computing them. */
import { writeNumbers } from '#engine/regex/compile/code-writer.ts';
import { type Dfa, entryWithoutEviction, startState } from '#engine/regex/dfa.ts';
import { FIRST_STATE, ROW_END, type StatesCode, targets } from '#engine/regex/emitted-states.ts';
import { memoizeByKey } from '../memoize.ts';

/** Limit for one expression. */
const MOST_ROWS = 256;

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

/** Returns the rows of an automaton, from the first on, as many as fit in `digits`. */
export type StatesEncoder = (digits: number) => StatesCode;

/**
 * Encodes the rows of `states` and of the states that follow them, in this order. The rows are complete, because other
 * texts leave the same states by other symbols. `dfa` is a `search` automaton; it cannot be used afterwards.
 */
export function statesEncoder(dfa: Dfa, states: readonly number[]): StatesEncoder {
  // The compiler computes these entries, so no budget limits them.
  dfa.cacheBudget = Number.POSITIVE_INFINITY;
  const all = new Set([startState(dfa, 0), ...states.slice(0, MOST_ROWS)]);
  for (const state of [...all]) {
    for (const next of nextStates(dfa, state)) if (next > dfa.symbolCount) all.add(next);
  }
  const rows = rowsOf(dfa, [...all].slice(0, MOST_ROWS));
  const encodeFirst = memoizeByKey(String, (count: number) => encodeRows(rows, count));
  return (digits) =>
    encodeFirst(mostThatFit(rows.length, (count) => encodeFirst(count).length <= digits));
}

/** Returns the number of digits that the rows of `states` take by themselves. */
export function digitsOf(dfa: Dfa, states: readonly number[]): number {
  dfa.cacheBudget = Number.POSITIVE_INFINITY;
  const rows = rowsOf(dfa, states.slice(0, MOST_ROWS));
  return encodeRows(rows, rows.length).length;
}

/** Returns the highest number up to `most` that fits, or 1, by binary search. */
function mostThatFit(most: number, fits: (count: number) => boolean): number {
  if (fits(most)) return most;
  let [fitting, tooMany] = [1, most];
  while (tooMany - fitting > 1) {
    const count = (fitting + tooMany) >> 1;
    if (fits(count)) fitting = count;
    else tooMany = count;
  }
  return fitting;
}

function nextStates(dfa: Dfa, state: number): readonly number[] {
  return symbolsOf(dfa).map((symbol) => entryWithoutEviction(dfa, state, symbol));
}

function symbolsOf({ symbolCount }: Dfa): readonly number[] {
  return Array.from({ length: symbolCount }, (_, symbol) => symbol);
}

/** The target of each symbol. */
type Row = Uint16Array;

function rowsOf(dfa: Dfa, states: readonly number[]): readonly Row[] {
  const rowOf = new Map(states.map((state, row) => [state, row]));
  const targetOf = (next: number): number => {
    if (next < 0) return targets.end;
    if (next === dfa.symbolCount) return targets.dead;
    const row = rowOf.get(next);
    return row === undefined ? targets.unknown : FIRST_STATE + row;
  };
  return states.map((state) => Uint16Array.from(nextStates(dfa, state), targetOf));
}

/** Encodes the first `count` rows, in which the other rows are unknown. */
function encodeRows(rows: readonly Row[], count: number): StatesCode {
  const first = rows
    .slice(0, count)
    .map((row) => row.map((target) => (target < FIRST_STATE + count ? target : targets.unknown)));
  return first.map((row, index) => writeNumbers(encodeRow(first, row, index))).join(ROW_END);
}

/**
 * Encodes a row as its differences from the most similar base: a row filled with its most frequent target, or one of the
 * preceding rows.
 */
function encodeRow(rows: readonly Row[], row: Row, index: number): readonly number[] {
  const filling = commonest(row);
  let base: Row = row.map(() => filling);
  let head = [0, filling];
  let fewest = differences(row, base, row.length) + 1;
  for (let earlier = 0; earlier < index; earlier += 1) {
    const candidate = rows[earlier] ?? base;
    const count = differences(row, candidate, fewest);
    if (count < fewest) [fewest, base, head] = [count, candidate, [earlier + 1]];
  }
  const pairs: number[] = [];
  let last = -1;
  for (const [symbol, target] of row.entries()) {
    if (target === base[symbol]) continue;
    pairs.push(symbol - last, target);
    last = symbol;
  }
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

/** Returns the target of most symbols, and of several such targets the one that the row has first. */
function commonest(row: Row): number {
  const counts = new Map<number, number>();
  for (const target of row) counts.set(target, (counts.get(target) ?? 0) + 1);
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0])[0];
}
