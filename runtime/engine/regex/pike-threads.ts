/**
 * Finds the leftmost match: one state of an ordered automaton for each position at which a match may have begun, all
 * advanced in parallel. The sets of a search mix matches that begin at different positions, and a text can be made to
 * need a new set with every byte. From a single position an expression reaches few states, and few threads are alive
 * at a time.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import { entryWithoutEviction, evict, growBudget, isFull, startAfresh, startState } from './dfa.ts';
import { contextAt, symbolAt } from './epsilon-closure.ts';
import { followFew, followKnown, lastBefore } from './pike-follow.ts';
import { begin, isLong, MAX_THREADS, NOWHERE, type PikeThreads } from './pike-state.ts';

/** `gave up`: the text may need too many threads or new states for this method. */
export type Outcome = 'found' | 'none' | 'gave up';

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
    } else position = followFew(threads, value, position);
  }
  return true;
}

/** Returns whether no byte that follows can change the outcome. */
function isDecided(threads: PikeThreads, which: Which): boolean {
  if (threads.current.count === 0 || isLong(threads)) return true;
  return which === 'any' && threads.start !== NOWHERE;
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
