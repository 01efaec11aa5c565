/**
 * Deterministic automaton (DFA), built lazily from the NFA while texts are read: its tables, their memory budget, and
 * how they grow. Searches are in dfa-search.ts.
 */
import {
  bytesOfClosures,
  clearClosures,
  createClosures,
  type EpsilonClosures,
  isContextual,
} from './epsilon-closure.ts';
import { longer } from './longer.ts';
import type { Nfa } from './nfa.ts';
import { bytesOfSets, createStateSets, numberOf, type StateSets, sort } from './state-sets.ts';
import {
  createStepper,
  type MatchKind,
  type Stepper,
  startsOnce,
  step,
  stepToStart,
  stopsAtEnd,
} from './step.ts';

/** Memory for the tables of many automata; when it is used up, all of them are cleared. */
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
 * A state is the offset of its row in `transitions`. An entry is the next state; it is negative when the expression
 * ends before the symbol, and 0 while it is unknown. Rows begin at `symbolCount`; the first is the dead state, which
 * holds no NFA state and leads only to itself.
 */
export type Dfa = {
  readonly stepper: Stepper;
  readonly budget: MatcherBudget;
  /** The automaton's classes; a reference to them here saves searches a memory access. */
  readonly classes: Uint8Array;
  readonly symbolCount: number;
  /** Sets of NFA states by state number (offset of the row / symbolCount - 1). */
  sets: StateSets;
  transitions: Int32Array;
  /** Context -> state in which reading starts after it, 0 while unknown. */
  readonly starts: Int32Array;
  /** Offset of the last row of start states, in which no match has begun; 0: unknown. */
  lastStart: number;
  /** Whether a match that has begun never returns to a start state. */
  readonly startsOnce: boolean;
  readonly allowance: { readonly perByte: number; readonly most: number };
  /** NFA states that may still be stepped from to compute entries; see `hasBudget`. */
  cacheBudget: number;
  /** Bytes that the memory budget has counted for this automaton. */
  bytes: number;
  /** The state of a search, returned in addition to its position. */
  lastState: number;
  /** The position of a search that may end early, or one before which no match begins; and the next window. */
  position: number;
  window: number;
  /** Scratch memory for a set of NFA states while a text is simulated without tables; empty until then. */
  current: Int32Array;
};

/** States that one automaton may have before its tables are cleared. */
const MAX_DFA_STATES = 16_384;

/**
 * Budget for new entries that each byte adds, and the most that is saved for later texts. A search can fall back to a
 * cheaper method, also one with the longest matches of parts; for the other kinds new entries cost less than the steps
 * they save.
 */
const allowances = {
  search: { perByte: 0.25, most: 20_000 },
  positions: { perByte: 16, most: 200_000 },
  longest: { perByte: 0.25, most: 20_000 },
  preferred: { perByte: 16, most: 200_000 },
} as const;

/** Cost of an entry in addition to its NFA states. */
const ENTRY_COST = 16;

/** Automata of one NFA may share `closures`, of match kind `search` and `preferred`. */
export function createDfa(
  nfa: Nfa,
  matchKind: MatchKind,
  budget: MatcherBudget,
  closures: EpsilonClosures = createClosures(nfa, stopsAtEnd(matchKind)),
): Dfa {
  const stepper = createStepper(nfa, matchKind, closures);
  const dfa: Dfa = {
    stepper,
    budget,
    classes: nfa.automaton.classes,
    symbolCount: nfa.automaton.symbolCount,
    sets: createStateSets(),
    transitions: new Int32Array(0),
    starts: new Int32Array(nfa.automaton.contextCount),
    lastStart: 0,
    startsOnce: startsOnce(stepper),
    allowance: allowances[matchKind],
    cacheBudget: allowances[matchKind].most,
    bytes: 0,
    lastState: 0,
    position: 0,
    window: 0,
    current: new Int32Array(0),
  };
  startTables(dfa);
  budget.users.push(dfa);
  return dfa;
}

/** Returns the state in which reading starts after `context`. */
export function startState(dfa: Dfa, context: number): number {
  const known = dfa.starts[context] ?? 0;
  if (known !== 0) return known;
  stepToStart(dfa.stepper);
  const start = intern(dfa, context);
  dfa.starts[context] = start;
  return start;
}

/** Returns the state in which a search begins at the start of a text. In new tables all start states come first. */
export function firstStart(dfa: Dfa): number {
  const known = dfa.starts[0] ?? 0;
  if (known !== 0) return known;
  if (dfa.sets.size > 1) return startState(dfa, 0);
  for (let context = 0; context < dfa.starts.length; context += 1) startState(dfa, context);
  dfa.lastStart = Math.max(...dfa.starts);
  return dfa.starts[0] ?? 0;
}

/** Adds the budget for new entries that `length` bytes allow, whichever method reads them. */
export function growBudget(dfa: Dfa, length: number): void {
  const { perByte, most } = dfa.allowance;
  dfa.cacheBudget = Math.min(most, dfa.cacheBudget) + length * perByte;
}

/**
 * Returns whether a new entry may be computed. Without this budget, texts made to need new states with every byte,
 * one long text or many short ones, would cost a hundred times as much as others.
 */
function hasBudget(dfa: Dfa): boolean {
  return dfa.cacheBudget > 0;
}

/** Returns whether there are too many states, so that `evict` will drop them. */
export function isFull(dfa: Dfa): boolean {
  return dfa.sets.size > MAX_DFA_STATES;
}

/** Drops all tables except the sets of the first `count` of `states`, which get their new numbers. */
export function startAfresh(dfa: Dfa, states: Int32Array, count: number): void {
  const { stepper, sets, symbolCount } = dfa;
  clear(dfa);
  for (let index = 0; index < count; index += 1) {
    const number = (states[index] ?? 0) / symbolCount - 1;
    const first = sets.starts[number] ?? 0;
    stepper.count = sets.counts[number] ?? 0;
    stepper.next.set(sets.members.subarray(first, first + stepper.count));
    states[index] = intern(dfa, sets.befores[number] ?? 0);
  }
}

/** Returns the entry of `state` for `symbol`, computed when necessary and allowed; 0: not allowed. */
export function entryOf(dfa: Dfa, state: number, symbol: number): number {
  const known = dfa.transitions[state + symbol] ?? 0;
  if (known !== 0) return known;
  const entry = entryWithoutEviction(dfa, state, symbol);
  if (entry === 0 || !evict(dfa)) return entry;
  // The stepper still holds the set that the step reached.
  const next = intern(dfa, dfa.stepper.nfa.automaton.contexts[symbol] ?? 0);
  return entry < 0 ? -next : next;
}

/** Returns the same as `entryOf` without evicting states, which stay valid until `evict` is called. */
export function entryWithoutEviction(dfa: Dfa, state: number, symbol: number): number {
  const known = dfa.transitions[state + symbol] ?? 0;
  return known === 0 && hasBudget(dfa) ? extend(dfa, state, symbol) : known;
}

/** Computes the entry of `state` for `symbol` and stores it. */
function extend(dfa: Dfa, state: number, symbol: number): number {
  const { stepper, sets, symbolCount } = dfa;
  const { contexts } = stepper.nfa.automaton;
  const number = state / symbolCount - 1;
  const [first, count] = [sets.starts[number] ?? 0, sets.counts[number] ?? 0];
  dfa.cacheBudget -= count + ENTRY_COST;
  const ends = step(stepper, sets.members, first, count, sets.befores[number] ?? 0, symbol);
  if (ends && stepper.matchKind === 'search') {
    // The search ends here, so no state is needed.
    dfa.transitions[state + symbol] = -symbolCount;
    return -symbolCount;
  }
  const next = intern(dfa, contexts[symbol] ?? 0);
  const entry = ends ? -next : next;
  dfa.transitions[state + symbol] = entry;
  return entry;
}

/** Returns the state of the set that the stepper holds. */
function intern(dfa: Dfa, context: number): number {
  const { stepper, sets, symbolCount } = dfa;
  if (stepper.matchKind !== 'preferred') sort(stepper.next, stepper.count);
  const before = context !== 0 && seesContext(stepper) ? context : 0;
  const state = (numberOf(sets, stepper.next, stepper.count, before) + 1) * symbolCount;
  if (state + symbolCount > dfa.transitions.length) {
    dfa.transitions = longer(dfa.transitions, 2 * (state + symbolCount));
  }
  return state;
}

function seesContext({ closures, next, count }: Stepper): boolean {
  for (let index = 0; index < count; index += 1) {
    if (isContextual(closures, next[index] ?? 0)) return true;
  }
  return false;
}

/** Reports the growth of the tables to the memory budget; returns true when that cleared the tables of this automaton. */
export function evict(dfa: Dfa): boolean {
  const { budget } = dfa;
  const { closures } = dfa.stepper;
  const bytes = dfa.transitions.byteLength + bytesOfSets(dfa.sets);
  const closureBytes = bytesOfClosures(closures);
  budget.used += bytes - dfa.bytes + closureBytes - closures.bytes;
  dfa.bytes = bytes;
  closures.bytes = closureBytes;
  if (budget.used > budget.limit) {
    for (const user of budget.users) clear(user);
    return true;
  }
  if (!isFull(dfa)) return false;
  clear(dfa);
  return true;
}

function clear(dfa: Dfa): void {
  const { closures } = dfa.stepper;
  dfa.budget.used -= dfa.bytes + closures.bytes;
  dfa.bytes = 0;
  closures.bytes = 0;
  clearClosures(closures);
  startTables(dfa);
}

function startTables(dfa: Dfa): void {
  const { symbolCount } = dfa;
  dfa.starts.fill(0);
  dfa.lastStart = 0;
  dfa.sets = createStateSets();
  numberOf(dfa.sets, dfa.stepper.next, 0, 0);
  dfa.transitions = new Int32Array(2 * symbolCount).fill(symbolCount, symbolCount);
}
