/** The threads of pike-threads.ts. */
import type { Dfa } from './dfa.ts';
import { canStartInside } from './epsilon-closure.ts';

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

export type ThreadList = {
  readonly states: Int32Array;
  readonly begins: Int32Array;
  count: number;
};

/** CRS 4.28 needs 18; more threads cost as much as the steps of the NFA that they save. */
export const MAX_THREADS = 32;

export const NOWHERE = -1;

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

/** Adds a thread. Threads in the same state continue in the same way, so the older one stands for both. */
export function begin(list: ThreadList, state: number, start: number): void {
  const { states, count } = list;
  for (let thread = 0; thread < count; thread += 1) if (states[thread] === state) return;
  states[count] = state;
  list.begins[count] = start;
  list.count = count + 1;
}

/** Returns whether the match found has `most` bytes or more, and no older thread can replace it. */
export function isLong({ start, end, current, most }: PikeThreads): boolean {
  return start !== NOWHERE && end - start >= most && current.begins[0] === start;
}
