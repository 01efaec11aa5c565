/**
 * Loops that advance the threads of pike-threads.ts as far as entries are known. With the code that builds entries in
 * them, they take more than twice as long.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import type { Dfa } from './dfa.ts';
import { contextAt } from './epsilon-closure.ts';
import {
  begin,
  isLong,
  MAX_THREADS,
  NOWHERE,
  type PikeThreads,
  type ThreadList,
} from './pike-state.ts';

/**
 * Returns the last position from `from` on up to which, as far as entries are known, every thread that begins dies
 * with its first byte.
 */
export function lastBefore(dfa: Dfa, value: ByteString, from: number): number {
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
 */
export function followKnown(threads: PikeThreads, value: ByteString, from: number): number {
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

/** When no more threads begin: advances one or two over the bytes after `from`; returns the last position. */
export function followFew(threads: PikeThreads, value: ByteString, from: number): number {
  const { count } = threads.current;
  if (count === 1) return followLast(threads, value, from);
  return count === 2 ? followTwo(threads, value, from) : from;
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

/**
 * When a match was found and two threads are alive: advances both as far as entries are known, as long as the older one
 * does not end and they stay apart; the match of the younger one may become longer. Returns the last position.
 */
function followTwo(threads: PikeThreads, value: ByteString, from: number): number {
  const { dfa, current } = threads;
  const { classes, symbolCount, transitions } = dfa;
  let [oldest = 0, other = 0] = current.states;
  let position = from + 1;
  for (; position < value.length; position += 1) {
    const symbol = classes[value.charCodeAt(position) & 255] ?? 0;
    const [next, entry] = [transitions[oldest + symbol] ?? 0, transitions[other + symbol] ?? 0];
    const state = Math.abs(entry);
    if (next <= symbolCount || state === 0 || state === symbolCount || state === next) break;
    if (entry < 0) {
      threads.start = current.begins[1] ?? 0;
      threads.end = position;
    }
    oldest = next;
    other = state;
  }
  current.states[0] = oldest;
  current.states[1] = other;
  return position - 1;
}
