/**
 * Deterministic automaton, built from the NFA while texts are read. Every byte costs at most one step
 * of the NFA, whatever the text: tables are dropped when they grow too large, and a text that keeps
 * building new states is finished on the NFA.
 */
import type { ByteString } from '../byte-string.ts';
import { clearMoves, isContextual } from './moves.ts';
import type { Nfa } from './nfa.ts';
import { bytesOfSets, createStateSets, longer, numberOf, type StateSets } from './state-sets.ts';
import { createStepper, type Purpose, type Stepper, step, stepToStart } from './step.ts';

/** Memory for the tables of many automata; when it is used up all of them start afresh. */
export type MatcherBudget = {
  /** Bytes. */
  readonly limit: number;
  used: number;
  readonly users: Dfa[];
};

export function createBudget(limit: number): MatcherBudget {
  return { limit, used: 0, users: [] };
}

/**
 * A state is the place of its row in `transitions`. An entry is the next state, negative when the
 * expression ends before the symbol, 0 while it is not known. The first row is the state without NFA
 * states, which nothing leads out of.
 */
export type Dfa = {
  readonly stepper: Stepper;
  readonly budget: MatcherBudget;
  /** The number of a state is its place / symbolCount - 1. */
  sets: StateSets;
  transitions: Int32Array;
  /** Context -> state in which reading starts behind it, 0 while not known. */
  readonly starts: Int32Array;
  /** What the budget has been told. */
  bytes: number;
  /** Set of the NFA while it finishes a text. */
  readonly current: Int32Array;
};

/** States that one automaton may have before it starts afresh. */
const MAX_DFA_STATES = 8192;
/** New states a text may build before it counts as one that keeps doing so, and bytes per new state. */
const PATIENCE = 400;
const MIN_BYTES_PER_STATE = 6;

export function createDfa(nfa: Nfa, purpose: Purpose, budget: MatcherBudget): Dfa {
  const dfa: Dfa = {
    stepper: createStepper(nfa, purpose),
    budget,
    sets: createStateSets(),
    transitions: new Int32Array(0),
    starts: new Int32Array(nfa.automaton.contextCount),
    bytes: 0,
    current: new Int32Array(nfa.ops.length + 1),
  };
  clear(dfa);
  budget.users.push(dfa);
  return dfa;
}

/** Whether a `search` automaton finds a match anywhere in `value`. */
export function search(dfa: Dfa, value: ByteString): boolean {
  const { classes, symbolCount } = dfa.stepper.nfa.automaton;
  const { length } = value;
  let { transitions } = dfa;
  let state = startOf(dfa, 0);
  let built = 0;
  for (let at = 0; at <= length; at += 1) {
    const symbol = at < length ? (classes[value.charCodeAt(at) & 255] ?? 0) : symbolCount - 1;
    let next = transitions[state + symbol] ?? 0;
    if (next <= symbolCount) {
      if (next === 0) {
        built += 1;
        if (isThrashing(built, at))
          return simulate(dfa, value, at, length, state, undefined) !== -1;
        next = extend(dfa, state, symbol);
        transitions = dfa.transitions;
      }
      if (next < 0) return true;
      if (next === symbolCount) return false;
    }
    state = next;
  }
  return false;
}

/**
 * Reads from place `at` to place `limit`, in the automaton's direction, and returns the last place where
 * the expression ends, -1 when there is none. `marks[place]` becomes 1 at each.
 */
export function scan(
  dfa: Dfa,
  value: ByteString,
  at: number,
  limit: number,
  marks: Uint8Array | undefined,
): number {
  const { nfa } = dfa.stepper;
  const { symbolCount } = nfa.automaton;
  const direction = nfa.direction === 'forward' ? 1 : -1;
  let state = startOf(dfa, contextBefore(nfa, value, at));
  let last = -1;
  let built = 0;
  for (let place = at; place !== limit + direction; place += direction) {
    const symbol = symbolAfter(nfa, value, place);
    let next = dfa.transitions[state + symbol] ?? 0;
    if (next === 0) {
      built += 1;
      if (isThrashing(built, Math.abs(place - at))) {
        const later = simulate(dfa, value, place, limit, state, marks);
        return later === -1 ? last : later;
      }
      next = extend(dfa, state, symbol);
    }
    if (next < 0) {
      last = place;
      if (marks !== undefined) marks[place] = 1;
      next = -next;
    }
    if (next === symbolCount) break;
    state = next;
  }
  return last;
}

function isThrashing(built: number, read: number): boolean {
  return built > PATIENCE && built * MIN_BYTES_PER_STATE > read;
}

/** The symbol that comes next in reading direction. */
function symbolAfter(nfa: Nfa, value: ByteString, place: number): number {
  const { classes, symbolCount } = nfa.automaton;
  const byte = nfa.direction === 'forward' ? place : place - 1;
  if (byte < 0 || byte >= value.length) return symbolCount - 1;
  return classes[value.charCodeAt(byte) & 255] ?? 0;
}

/** The context of the byte behind in reading direction. */
function contextBefore(nfa: Nfa, value: ByteString, place: number): number {
  const { classes, contexts } = nfa.automaton;
  const byte = nfa.direction === 'forward' ? place - 1 : place;
  if (byte < 0 || byte >= value.length) return 0;
  return contexts[classes[value.charCodeAt(byte) & 255] ?? 0] ?? 0;
}

/** Like search and scan (the first place for a search), set by set and without tables. */
function simulate(
  dfa: Dfa,
  value: ByteString,
  at: number,
  limit: number,
  state: number,
  marks: Uint8Array | undefined,
): number {
  const { stepper, sets, current } = dfa;
  const { contexts, symbolCount } = stepper.nfa.automaton;
  const direction = stepper.nfa.direction === 'forward' ? 1 : -1;
  const number = state / symbolCount - 1;
  const first = sets.starts[number] ?? 0;
  let count = sets.counts[number] ?? 0;
  let before = sets.befores[number] ?? 0;
  let last = -1;
  current.set(sets.members.subarray(first, first + count));
  for (let place = at; place !== limit + direction; place += direction) {
    const symbol = symbolAfter(stepper.nfa, value, place);
    if (step(stepper, current, 0, count, before, symbol)) {
      last = place;
      if (marks !== undefined) marks[place] = 1;
      if (stepper.purpose === 'search') break;
    }
    count = stepper.count;
    if (count === 0) break;
    for (let index = 0; index < count; index += 1) current[index] = stepper.next[index] ?? 0;
    before = contexts[symbol] ?? 0;
  }
  settle(dfa);
  return last;
}

/** Works out the entry of `state` for `symbol`, and keeps it. */
function extend(dfa: Dfa, state: number, symbol: number): number {
  const { stepper, sets } = dfa;
  const { contexts, symbolCount } = stepper.nfa.automaton;
  const number = state / symbolCount - 1;
  const [first, count] = [sets.starts[number] ?? 0, sets.counts[number] ?? 0];
  const ends = step(stepper, sets.members, first, count, sets.befores[number] ?? 0, symbol);
  if (ends && stepper.purpose === 'search') {
    dfa.transitions[state + symbol] = -symbolCount;
    return -symbolCount;
  }
  const context = contexts[symbol] ?? 0;
  const next = intern(dfa, context);
  dfa.transitions[state + symbol] = ends ? -next : next;
  if (!settle(dfa)) return ends ? -next : next;
  const again = intern(dfa, context);
  return ends ? -again : again;
}

function startOf(dfa: Dfa, context: number): number {
  const known = dfa.starts[context] ?? 0;
  if (known !== 0) return known;
  stepToStart(dfa.stepper);
  const start = intern(dfa, context);
  dfa.starts[context] = start;
  return start;
}

/** The state of the set that the stepper holds. */
function intern(dfa: Dfa, context: number): number {
  const { stepper, sets } = dfa;
  const { symbolCount } = stepper.nfa.automaton;
  if (stepper.purpose !== 'preferred') stepper.next.subarray(0, stepper.count).sort();
  const before = context !== 0 && seesContext(stepper) ? context : 0;
  const state = (numberOf(sets, stepper.next, stepper.count, before) + 1) * symbolCount;
  if (state + symbolCount > dfa.transitions.length) {
    dfa.transitions = longer(dfa.transitions, 2 * (state + symbolCount));
  }
  return state;
}

function seesContext({ moves, next, count }: Stepper): boolean {
  for (let index = 0; index < count; index += 1) {
    if (isContextual(moves, next[index] ?? 0)) return true;
  }
  return false;
}

/** Tells the budget what has grown; returns whether the tables of this automaton were dropped. */
function settle(dfa: Dfa): boolean {
  const { budget } = dfa;
  const bytes = dfa.transitions.byteLength + bytesOfSets(dfa.sets) + dfa.stepper.moves.bytes;
  budget.used += bytes - dfa.bytes;
  dfa.bytes = bytes;
  if (budget.used > budget.limit) {
    for (const user of budget.users) clear(user);
    return true;
  }
  if (dfa.sets.size <= MAX_DFA_STATES) return false;
  clear(dfa);
  return true;
}

function clear(dfa: Dfa): void {
  const { symbolCount } = dfa.stepper.nfa.automaton;
  dfa.budget.used -= dfa.bytes;
  dfa.bytes = 0;
  clearMoves(dfa.stepper.moves);
  dfa.starts.fill(0);
  dfa.sets = createStateSets();
  numberOf(dfa.sets, dfa.stepper.next, 0, 0);
  dfa.transitions = new Int32Array(2 * symbolCount);
  dfa.transitions.fill(symbolCount, symbolCount);
}
