/** Where the groups of the preferred match lie: all threads of the NFA in order, each with its places (Pike). */
import type { ByteString } from '../bytes/byte-string.ts';
import { contextAt, holds } from './epsilon-closure.ts';
import type { Nfa } from './nfa.ts';
import { op } from './op.ts';

/** Per look-around of the automaton: 1 at each place of the text where it holds. */
export type LookMarks = readonly Uint8Array[];

type Threads = {
  /** States that take bytes, and the match, in order of preference. */
  readonly states: Int32Array;
  /** `slotCount` places for each. */
  readonly slots: Int32Array;
  count: number;
};

export type CaptureFinder = {
  readonly nfa: Nfa;
  readonly slotCount: number;
  current: Threads;
  next: Threads;
  /** State -> place + 1 at which it was entered last. */
  readonly entered: Int32Array;
  /** States still to be entered; below 0: a slot (-1 - slot) gets back its value in `saved`. */
  readonly stack: Int32Array;
  readonly saved: Int32Array;
  /** Slots of the thread that is being followed. */
  readonly slots: Int32Array;
};

export function createCaptureFinder(nfa: Nfa): CaptureFinder {
  const states = nfa.ops.length;
  const slotCount = 2 * (nfa.automaton.groupCount + 1);
  const threads = (): Threads => ({
    states: new Int32Array(states),
    slots: new Int32Array(states * slotCount),
    count: 0,
  });
  return {
    nfa,
    slotCount,
    current: threads(),
    next: threads(),
    entered: new Int32Array(states),
    stack: new Int32Array(3 * states + 2),
    saved: new Int32Array(3 * states + 2),
    slots: new Int32Array(slotCount),
  };
}

/**
 * Start and end of the match and of each group, -1 when it took no part; undefined: no match.
 * `anchored`: only a match that begins at `from`; `anywhere`: the leftmost from there on.
 */
export function findCaptures(
  finder: CaptureFinder,
  value: ByteString,
  from: number,
  where: 'anchored' | 'anywhere',
  marks: LookMarks,
): Int32Array | undefined {
  let found: Int32Array | undefined;
  finder.entered.fill(0);
  finder.current.count = 0;
  for (let place = from; place <= value.length; place += 1) {
    if (found === undefined && (place === from || where === 'anywhere')) {
      finder.slots.fill(-1);
      finder.slots[0] = place;
      enter(finder, finder.current, finder.nfa.start, value, place, marks);
    }
    if (finder.current.count === 0 && (found !== undefined || where === 'anchored')) break;
    found = takeByte(finder, value, place, marks) ?? found;
    [finder.current, finder.next] = [finder.next, finder.current];
  }
  return found;
}

/** Moves the threads over the byte at `place` into `next`; returns the slots of a thread that matches here. */
function takeByte(
  finder: CaptureFinder,
  value: ByteString,
  place: number,
  marks: LookMarks,
): Int32Array | undefined {
  const { current, next, slotCount, slots } = finder;
  const { ops, args, outs, automaton } = finder.nfa;
  const { classes, members, symbolCount } = automaton;
  const symbol =
    place < value.length ? (classes[value.charCodeAt(place) & 255] ?? 0) : symbolCount - 1;
  next.count = 0;
  for (let thread = 0; thread < current.count; thread += 1) {
    const state = current.states[thread] ?? 0;
    const first = thread * slotCount;
    if (ops[state] === op.match) {
      const found = current.slots.slice(first, first + slotCount);
      found[1] = place;
      return found;
    }
    if (members[(args[state] ?? 0) * symbolCount + symbol] !== 1) continue;
    for (let slot = 0; slot < slotCount; slot += 1) slots[slot] = current.slots[first + slot] ?? -1;
    enter(finder, next, outs[state] ?? 0, value, place + 1, marks);
  }
  return undefined;
}

/** Adds what `state` leads to at `place` without a byte, with the slots of `finder`. */
function enter(
  finder: CaptureFinder,
  threads: Threads,
  state: number,
  value: ByteString,
  place: number,
  marks: LookMarks,
): void {
  const { nfa, stack, saved, slots, slotCount, entered } = finder;
  let top = 1;
  stack[0] = state;
  while (top > 0) {
    top -= 1;
    const next = stack[top] ?? 0;
    if (next < 0) {
      slots[-1 - next] = saved[top] ?? -1;
      continue;
    }
    if (entered[next] === place + 1) continue;
    entered[next] = place + 1;
    const kind = nfa.ops[next];
    if (kind === op.bytes || kind === op.match) {
      threads.states[threads.count] = next;
      threads.slots.set(slots, threads.count * slotCount);
      threads.count += 1;
    } else if (isOpen(nfa, next, value, place, marks)) top = pushNext(finder, next, place, top);
  }
}

/** Puts what `state` leads to on the stack, the preferred on top, and keeps a position; returns its height. */
function pushNext(finder: CaptureFinder, state: number, place: number, height: number): number {
  const { nfa, stack, saved, slots } = finder;
  let top = height;
  if (nfa.ops[state] === op.split) stack[top++] = nfa.alternatives[state] ?? 0;
  if (nfa.ops[state] === op.save) {
    const slot = nfa.args[state] ?? 0;
    stack[top] = -1 - slot;
    saved[top++] = slots[slot] ?? -1;
    slots[slot] = place;
  }
  stack[top++] = nfa.outs[state] ?? 0;
  return top;
}

/** Whether the condition that `state` may be is true at `place`. */
function isOpen(
  nfa: Nfa,
  state: number,
  value: ByteString,
  place: number,
  marks: LookMarks,
): boolean {
  const arg = nfa.args[state] ?? 0;
  if (nfa.ops[state] === op.look) return marks[arg]?.[place] === 1;
  if (nfa.ops[state] !== op.assertion) return true;
  return holds(nfa, arg, contextAt(nfa, value, place - 1), contextAt(nfa, value, place));
}
