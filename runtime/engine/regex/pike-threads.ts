/**
 * Finds the leftmost match: one state of an ordered automaton for each position at which a match may have begun, all
 * advanced in parallel. The sets of a search mix matches that begin at different positions, and a text can be made to
 * need a new set with every byte. From a single position an expression reaches few states, and few threads are alive
 * at a time.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import {
  type Dfa,
  entryWithoutEviction,
  evict,
  growBudget,
  isFull,
  startAfresh,
  startState,
} from './dfa.ts';
import { canStartInside, contextAt, symbolAt } from './epsilon-closure.ts';

export type PikeThreads = {
  /** An automaton of match kind `preferred`. */
  readonly dfa: Dfa;
  /** Whether a match can begin after the first byte. */
  readonly startsInside: boolean;
  /** Bytes of a match from which on any end will do. */
  most: number;
  /** Oldest first. */
  current: ThreadList;
  next: ThreadList;
  /** The match of the oldest thread that has ended so far; NOWHERE: none has. */
  start: number;
  end: number;
  /** The last position that was read. */
  last: number;
};

type ThreadList = { readonly states: Int32Array; readonly begins: Int32Array; count: number };

/** CRS 4.28 needs 18; more threads cost as much as the steps of the NFA that they save. */
const MAX_THREADS = 32;

export const NOWHERE = -1;

/** `gave up`: the text may need too many threads or new states for this method. */
export type Outcome = 'found' | 'none' | 'gave up';

export function createPikeThreads(dfa: Dfa): PikeThreads {
  const list = (): ThreadList => ({
    states: new Int32Array(MAX_THREADS + 1),
    begins: new Int32Array(MAX_THREADS + 1),
    count: 0,
  });
  const { closures, start } = dfa.stepper;
  return {
    dfa,
    startsInside: canStartInside(closures, start),
    most: Number.POSITIVE_INFINITY,
    current: list(),
    next: list(),
    start: NOWHERE,
    end: NOWHERE,
    last: NOWHERE,
  };
}

/** Where a match must begin, and which one is stored. */
export type Which = 'leftmost' | 'anchored' | 'any';

/**
 * Returns whether a match begins at `from` or later, with `anchored` at `from`. `leftmost`, `anchored`: stores the
 * preferred one of those that begin first in `start` and `end`, or one that begins there and has `most` bytes or more;
 * `any`: stops at the first match seen. Linear.
 */
export function findMatch(
  threads: PikeThreads,
  value: ByteString,
  from: number,
  which: Which,
  most = Number.POSITIVE_INFINITY,
): Outcome {
  const { dfa } = threads;
  threads.most = most;
  growBudget(dfa, value.length - from);
  threads.start = NOWHERE;
  threads.end = NOWHERE;
  const isComplete = read(threads, value, from, which);
  evict(dfa);
  if (!isComplete) return 'gave up';
  return threads.start === NOWHERE ? 'none' : 'found';
}

/** Returns, after a match was found, a position before which no match begins. */
export function oldestStart({ start, current }: PikeThreads): number {
  return current.count === 0 ? start : Math.min(start, current.begins[0] ?? 0);
}

/** Advances the threads over the text. Returns false when it gave up. */
function read(threads: PikeThreads, value: ByteString, from: number, which: Which): boolean {
  const { dfa } = threads;
  const startsInside = threads.startsInside && which !== 'anchored';
  const { nfa } = dfa.stepper;
  threads.current.count = 0;
  begin(threads.current, startState(dfa, contextAt(nfa, value, from - 1)), from);
  const { length } = value;
  threads.last = length;
  for (let position = from; position <= length; position += 1) {
    if (startsInside) position = followKnown(threads, value, position);
    if (isFull(dfa)) startAfresh(dfa, threads.current.states, threads.current.count);
    if (!takeByte(threads, value, position)) return false;
    const isFound = threads.start !== NOWHERE;
    if (!isFound && startsInside) position = startAfter(threads, value, position);
    else if (isDecided(threads, which)) {
      threads.last = position;
      break;
    } else if (threads.current.count === 1) position = followLast(threads, value, position);
  }
  return true;
}

/** Returns whether no byte that follows can change the outcome. */
function isDecided(threads: PikeThreads, which: Which): boolean {
  if (threads.current.count === 0 || isLong(threads)) return true;
  return which === 'any' && threads.start !== NOWHERE;
}

/** Returns whether the match found has `most` bytes or more, and no older thread can replace it. */
function isLong({ start, end, current, most }: PikeThreads): boolean {
  return start !== NOWHERE && end - start >= most && current.begins[0] === start;
}

/**
 * Begins a thread after `position`, or later when no thread is alive and the bytes in between begin no match; returns
 * the position before the thread.
 */
function startAfter({ dfa, current }: PikeThreads, value: ByteString, position: number): number {
  const { nfa } = dfa.stepper;
  const before = current.count === 0 ? lastBefore(dfa, value, position) : position;
  begin(current, startState(dfa, contextAt(nfa, value, before)), before + 1);
  return before;
}

/**
 * Returns the last position from `from` on up to which, as far as entries are known, every thread that begins dies
 * with its first byte.
 */
function lastBefore(dfa: Dfa, value: ByteString, from: number): number {
  const { classes, symbolCount, starts, transitions } = dfa;
  const { contexts } = dfa.stepper.nfa.automaton;
  let context = contextAt(dfa.stepper.nfa, value, from);
  let position = from + 1;
  for (; position < value.length; position += 1) {
    const symbol = classes[value.charCodeAt(position) & 255] ?? 0;
    const start = starts[context] ?? 0;
    if (start === 0 || transitions[start + symbol] !== symbolCount) break;
    context = contexts[symbol] ?? 0;
  }
  return position - 1;
}

/**
 * While no match is found: advances every thread over the bytes from `from` on and begins one after each byte, as
 * long as all entries are known, no thread ends and one is alive. Returns the position of the first byte not read.
 * This is a separate loop: with the code that builds entries in it, it takes more than twice as long.
 */
function followKnown(threads: PikeThreads, value: ByteString, from: number): number {
  const { classes, starts, symbolCount, transitions, stepper } = threads.dfa;
  const { contexts } = stepper.nfa.automaton;
  const { length } = value;
  let { current, next } = threads;
  let position = from;
  if (threads.start !== NOWHERE) return from;
  for (; position < length && current.count < MAX_THREADS; position += 1) {
    if (current.count === 2) position = followOldest(threads.dfa, value, position, current);
    if (position === length) break;
    const symbol = classes[value.charCodeAt(position) & 255] ?? 0;
    const start = starts[contexts[symbol] ?? 0] ?? 0;
    if (start === 0 || !takeAll(current, next, transitions, symbol, symbolCount)) break;
    if (next.count === 0) break;
    begin(next, start, position + 1);
    [current, next] = [next, current];
  }
  threads.current = current;
  threads.next = next;
  return position;
}

/**
 * Advances two threads, of which the younger one has just begun, as long as it dies or joins the older one with its
 * first byte: most matches that go on for long do so between matches that do not. Returns the position of the first
 * byte not read.
 */
function followOldest(dfa: Dfa, value: ByteString, from: number, threads: ThreadList): number {
  const { classes, starts, symbolCount, transitions } = dfa;
  const { contexts } = dfa.stepper.nfa.automaton;
  let [oldest = 0, begun = 0] = threads.states;
  let position = from;
  for (; position < value.length; position += 1) {
    const symbol = classes[value.charCodeAt(position) & 255] ?? 0;
    const [next, other] = [transitions[oldest + symbol] ?? 0, transitions[begun + symbol] ?? 0];
    const start = starts[contexts[symbol] ?? 0] ?? 0;
    if (next <= symbolCount || (other !== symbolCount && other !== next)) break;
    if (start === 0 || start === next) break;
    oldest = next;
    begun = start;
  }
  if (position === from) return from;
  threads.states[0] = oldest;
  threads.states[1] = begun;
  threads.begins[1] = position;
  return position;
}

/** Advances the threads of `current` over a symbol; returns false when one ends there or its entry is unknown. */
function takeAll(
  current: ThreadList,
  next: ThreadList,
  transitions: Int32Array,
  symbol: number,
  symbolCount: number,
): boolean {
  const { states, begins, count } = current;
  next.count = 0;
  for (let thread = 0; thread < count; thread += 1) {
    const state = transitions[(states[thread] ?? 0) + symbol] ?? 0;
    if (state <= 0) return false;
    if (state !== symbolCount) begin(next, state, begins[thread] ?? 0);
  }
  return true;
}

/**
 * Advances every thread over the byte at `position`; when one ends, the younger ones are dropped. Returns false when
 * it gave up.
 */
function takeByte(threads: PikeThreads, value: ByteString, position: number): boolean {
  const { dfa, current, next } = threads;
  const symbol = symbolAt(dfa.stepper.nfa, value, position);
  next.count = 0;
  for (let thread = 0; thread < current.count; thread += 1) {
    const entry = entryWithoutEviction(dfa, current.states[thread] ?? 0, symbol);
    if (entry === 0 || next.count === MAX_THREADS) return false;
    const start = current.begins[thread] ?? 0;
    const state = Math.abs(entry);
    if (state !== dfa.symbolCount) begin(next, state, start);
    if (entry < 0) {
      threads.start = start;
      threads.end = position;
      break;
    }
  }
  threads.current = next;
  threads.next = current;
  return true;
}

/** Adds a thread. Threads in the same state continue in the same way, so the older one stands for both. */
function begin(list: ThreadList, state: number, start: number): void {
  const { states, count } = list;
  for (let thread = 0; thread < count; thread += 1) if (states[thread] === state) return;
  states[count] = state;
  list.begins[count] = start;
  list.count = count + 1;
}

/** Advances the only thread over the bytes after `from` as far as entries are known; returns the last position. */
function followLast(threads: PikeThreads, value: ByteString, from: number): number {
  const { dfa, current } = threads;
  const { classes, symbolCount, transitions } = dfa;
  let state = current.states[0] ?? 0;
  let position = from + 1;
  for (; position < value.length; position += 1) {
    const entry = transitions[state + (classes[value.charCodeAt(position) & 255] ?? 0)] ?? 0;
    if (entry === 0 || Math.abs(entry) === symbolCount) break;
    if (entry < 0) {
      threads.start = current.begins[0] ?? 0;
      threads.end = position;
      if (isLong(threads)) break;
    }
    state = Math.abs(entry);
  }
  current.states[0] = state;
  return position - 1;
}
