/** Finds the groups of the preferred match: runs all threads of the NFA in order, each with its captures (Pike). */
import type { ByteString } from '../bytes/byte-string.ts';
import { contextAt, holds } from './epsilon-closure.ts';
import type { Nfa } from './nfa.ts';
import { op } from './op.ts';

/** Byte positions of start and end; the end is exclusive. */
export type Span = readonly [start: number, end: number];

/** Returns the marks of a look-around: 1 at each position of the text where its expression matches. `index`: in the automaton. */
export type LookaroundMarks = (index: number) => Uint8Array | undefined;

export type CaptureSearch = {
  /** 1 at each position at which a match may begin; by default only where the search begins. */
  readonly starts?: Uint8Array;
  readonly marks?: LookaroundMarks;
  /** A match of that many bytes or more may end too early. */
  readonly most?: number;
};

const noMarks: LookaroundMarks = () => undefined;

type CaptureThreads = {
  /** States that consume a byte, and the match state, in order of preference. */
  readonly states: Int32Array;
  /** For each thread, the start and end of its groups. */
  readonly captures: Int32Array;
  count: number;
};

export type CaptureFinder = {
  readonly nfa: Nfa;
  readonly captureCount: number;
  current: CaptureThreads;
  next: CaptureThreads;
  /** State -> position + 1 at which it was last entered. */
  readonly entered: Int32Array;
  /** States still to enter; below 0: capture (-1 - state) is restored from `saved`. */
  readonly stack: Int32Array;
  readonly saved: Int32Array;
  /** Captures of the current thread. */
  readonly captures: Int32Array;
};

export function createCaptureFinder(nfa: Nfa): CaptureFinder {
  const states = nfa.ops.length;
  const captureCount = 2 * (nfa.automaton.groupCount + 1);
  const threads = (): CaptureThreads => ({
    states: new Int32Array(states),
    captures: new Int32Array(states * captureCount),
    count: 0,
  });
  return {
    nfa,
    captureCount,
    current: threads(),
    next: threads(),
    entered: new Int32Array(states),
    stack: new Int32Array(3 * states + 2),
    saved: new Int32Array(3 * states + 2),
    captures: new Int32Array(captureCount),
  };
}

/**
 * Returns start and end of the leftmost match from `from` on and of each group, -1 for a group that did not take part;
 * undefined: no match.
 */
export function findCaptures(
  finder: CaptureFinder,
  value: ByteString,
  from: number,
  { starts, marks = noMarks, most = Number.POSITIVE_INFINITY }: CaptureSearch,
): Int32Array | undefined {
  let found: Int32Array | undefined;
  finder.entered.fill(0);
  finder.current.count = 0;
  for (let position = from; position !== -1 && position <= value.length; ) {
    if (found === undefined && mayBegin(starts, position, from))
      begin(finder, value, position, marks);
    found = takeByte(finder, value, position, marks) ?? found;
    if (found !== undefined && lengthOf(found) >= most) break;
    [finder.current, finder.next] = [finder.next, finder.current];
    position = finder.current.count > 0 ? position + 1 : nextStart(found, starts, position);
  }
  return found;
}

/** Returns the position after `position` at which the next thread begins when no other is alive; -1: none. */
function nextStart(
  found: Int32Array | undefined,
  starts: Uint8Array | undefined,
  position: number,
): number {
  return found === undefined && starts !== undefined ? starts.indexOf(1, position + 1) : -1;
}

function mayBegin(starts: Uint8Array | undefined, position: number, from: number): boolean {
  return starts === undefined ? position === from : starts[position] === 1;
}

/** Begins a thread at `position`, younger than all others. */
function begin(
  finder: CaptureFinder,
  value: ByteString,
  position: number,
  marks: LookaroundMarks,
): void {
  finder.captures.fill(-1);
  finder.captures[0] = position;
  enter(finder, finder.current, finder.nfa.start, value, position, marks);
}

function lengthOf([start = 0, end = 0]: Int32Array): number {
  return end - start;
}

/** Moves the threads over the byte at `position` into `next`; returns the captures of a thread that matches here. */
function takeByte(
  finder: CaptureFinder,
  value: ByteString,
  position: number,
  marks: LookaroundMarks,
): Int32Array | undefined {
  const { current, next, captureCount, captures } = finder;
  const { ops, args, outs, automaton } = finder.nfa;
  const { classes, members, symbolCount } = automaton;
  const symbol =
    position < value.length ? (classes[value.charCodeAt(position) & 255] ?? 0) : symbolCount - 1;
  next.count = 0;
  for (let thread = 0; thread < current.count; thread += 1) {
    const state = current.states[thread] ?? 0;
    const first = thread * captureCount;
    if (ops[state] === op.match) {
      const found = current.captures.slice(first, first + captureCount);
      found[1] = position;
      return found;
    }
    if (members[(args[state] ?? 0) * symbolCount + symbol] !== 1) continue;
    for (let captureIndex = 0; captureIndex < captureCount; captureIndex += 1)
      captures[captureIndex] = current.captures[first + captureIndex] ?? -1;
    enter(finder, next, outs[state] ?? 0, value, position + 1, marks);
  }
  return undefined;
}

/** Adds the states that `state` reaches at `position` without a byte, with the captures of `finder`. */
function enter(
  finder: CaptureFinder,
  threads: CaptureThreads,
  state: number,
  value: ByteString,
  position: number,
  marks: LookaroundMarks,
): void {
  const { nfa, stack, saved, captures, captureCount, entered } = finder;
  let top = 1;
  stack[0] = state;
  while (top > 0) {
    top -= 1;
    const next = stack[top] ?? 0;
    if (next < 0) {
      captures[-1 - next] = saved[top] ?? -1;
      continue;
    }
    if (entered[next] === position + 1) continue;
    entered[next] = position + 1;
    const kind = nfa.ops[next];
    if (kind === op.bytes || kind === op.match) {
      threads.states[threads.count] = next;
      threads.captures.set(captures, threads.count * captureCount);
      threads.count += 1;
    } else if (isOpen(nfa, next, value, position, marks))
      top = pushNext(finder, next, position, top);
  }
}

/**
 * Pushes the successors of `state`, the preferred one on top, and stores the position of a save; returns the stack
 * height.
 */
function pushNext(finder: CaptureFinder, state: number, position: number, height: number): number {
  const { nfa, stack, saved, captures } = finder;
  let top = height;
  if (nfa.ops[state] === op.split) stack[top++] = nfa.alternatives[state] ?? 0;
  if (nfa.ops[state] === op.save) {
    const captureIndex = nfa.args[state] ?? 0;
    stack[top] = -1 - captureIndex;
    saved[top++] = captures[captureIndex] ?? -1;
    captures[captureIndex] = position;
  }
  stack[top++] = nfa.outs[state] ?? 0;
  return top;
}

/** Returns whether the condition of `state`, if it has one, holds at `position`. */
function isOpen(
  nfa: Nfa,
  state: number,
  value: ByteString,
  position: number,
  marks: LookaroundMarks,
): boolean {
  const arg = nfa.args[state] ?? 0;
  if (nfa.ops[state] === op.look)
    return (marks(arg)?.[position] === 1) !== nfa.automaton.lookarounds[arg]?.negated;
  if (nfa.ops[state] !== op.assertion) return true;
  return holds(nfa, arg, contextAt(nfa, value, position - 1), contextAt(nfa, value, position));
}

/** Returns the text of each group, "" for a group that did not take part. */
export function textsOf(
  value: ByteString,
  captures: Int32Array | undefined,
): readonly ByteString[] | undefined {
  if (captures === undefined) return undefined;
  const texts: ByteString[] = [];
  for (let captureIndex = 0; captureIndex < captures.length; captureIndex += 2) {
    const [start, end] = [captures[captureIndex] ?? -1, captures[captureIndex + 1] ?? -1];
    texts.push(start === -1 || end === -1 ? '' : value.slice(start, end));
  }
  return texts;
}

/** Returns the span of the whole match. */
export function spanOf(captures: Int32Array | undefined): Span | undefined {
  return captures && [captures[0] ?? 0, captures[1] ?? 0];
}
