/**
 * Finds where the leftmost match begins: one state of an automaton for each place at which a match may have
 * begun, all read on side by side. The sets that a search runs through mix what was begun at different
 * places, and a text can be made to need a new one with every byte; begun at one place only, an expression
 * knows few states, and few of them live at a time.
 */
import type { ByteString } from '../byte-string.ts';
import { type Dfa, earn, entryUnsettled, settle, startState } from './dfa.ts';
import { canStartInside, contextAt, symbolAt } from './moves.ts';

export type Threads = {
  /** Of purpose `preferred`. */
  readonly dfa: Dfa;
  /** Whether a match can begin behind the first byte. */
  readonly startsInside: boolean;
  /** Oldest first. */
  current: ThreadList;
  next: ThreadList;
};

type ThreadList = { readonly states: Int32Array; readonly begins: Int32Array; count: number };

/** CRS 4.28 needs 18; more cost as much as the steps of the NFA that they save. */
const MAX_THREADS = 32;

export const NO_MATCH = -1;
/** The text is not for this reader: too many threads or new states. */
export const GAVE_UP = -2;

export function createThreads(dfa: Dfa): Threads {
  const list = (): ThreadList => ({
    states: new Int32Array(MAX_THREADS + 1),
    begins: new Int32Array(MAX_THREADS + 1),
    count: 0,
  });
  const { moves, start } = dfa.stepper;
  return { dfa, startsInside: canStartInside(moves, start), current: list(), next: list() };
}

/**
 * Place from `from` on at which the leftmost match begins, NO_MATCH or GAVE_UP; `any`: of any match, as
 * soon as one is seen. Linear.
 */
export function findStart(
  threads: Threads,
  value: ByteString,
  from: number,
  which: 'leftmost' | 'any',
): number {
  const { dfa } = threads;
  earn(dfa, value.length - from);
  const found = read(threads, value, from, which);
  settle(dfa);
  return found;
}

function read(
  threads: Threads,
  value: ByteString,
  from: number,
  which: 'leftmost' | 'any',
): number {
  const { dfa, startsInside } = threads;
  const { nfa } = dfa.stepper;
  let found = NO_MATCH;
  threads.current.count = 0;
  begin(threads.current, startState(dfa, contextAt(nfa, value, from - 1)), from);
  for (let place = from; place <= value.length; place += 1) {
    const ended = takeSymbol(threads, symbolAt(nfa, value, place));
    if (ended === GAVE_UP) return GAVE_UP;
    if (ended !== NO_MATCH) {
      found = ended;
      if (which === 'any') break;
    }
    if (found === NO_MATCH && startsInside) place = beginBehind(threads, value, place);
    else if (threads.current.count === 0) break;
  }
  return found;
}

/**
 * Begins a thread behind `place`, or further behind when none lives and the bytes in between begin nothing;
 * returns the place before it.
 */
function beginBehind({ dfa, current }: Threads, value: ByteString, place: number): number {
  const { nfa } = dfa.stepper;
  const before = current.count === 0 ? lastBefore(dfa, value, place) : place;
  begin(current, startState(dfa, contextAt(nfa, value, before)), before + 1);
  return before;
}

/** The last place from `from` on up to which nothing that begins with a byte outlives it, as far as is known. */
function lastBefore(dfa: Dfa, value: ByteString, from: number): number {
  const { classes, symbolCount, starts, transitions } = dfa;
  const { contexts } = dfa.stepper.nfa.automaton;
  let context = contextAt(dfa.stepper.nfa, value, from);
  let place = from + 1;
  for (; place < value.length; place += 1) {
    const symbol = classes[value.charCodeAt(place) & 255] ?? 0;
    const start = starts[context] ?? 0;
    if (start === 0 || transitions[start + symbol] !== symbolCount) break;
    context = contexts[symbol] ?? 0;
  }
  return place - 1;
}

/** Takes every thread over `symbol`; returns the begin of the oldest that ends before it: only older ones go on. */
function takeSymbol(threads: Threads, symbol: number): number {
  const { dfa, current, next } = threads;
  next.count = 0;
  let ended = NO_MATCH;
  for (let thread = 0; thread < current.count && ended === NO_MATCH; thread += 1) {
    const start = current.begins[thread] ?? 0;
    const entry = entryUnsettled(dfa, current.states[thread] ?? 0, symbol);
    if (entry === 0 || next.count === MAX_THREADS) return GAVE_UP;
    if (entry < 0) ended = start;
    else if (entry !== dfa.symbolCount) begin(next, entry, start);
  }
  threads.current = next;
  threads.next = current;
  return ended;
}

/** From the same state on all is the same: the older thread stands for both. */
function begin(list: ThreadList, state: number, start: number): void {
  const { states, count } = list;
  for (let thread = 0; thread < count; thread += 1) if (states[thread] === state) return;
  states[count] = state;
  list.begins[count] = start;
  list.count = count + 1;
}
