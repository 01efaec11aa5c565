/** The states that one NFA state reaches on one symbol: cached, computed at first use. */
import type { ByteString } from '../bytes/byte-string.ts';
import { longer } from './longer.ts';
import type { Nfa } from './nfa.ts';
import { op } from './op.ts';

/**
 * `lists` has two kinds of parts. A list: 1 when the expression ends before the symbol, the number of states, and the
 * states in order of preference. The row of a state: [context before * symbolCount + symbol] -> index of the list, 0
 * while unknown.
 */
export type EpsilonClosures = {
  readonly nfa: Nfa;
  /** States that are less preferred than an end are left out. */
  readonly stopsAtEnd: boolean;
  /** For each state the index of its row, 0 while it has none. */
  readonly rows: Int32Array;
  lists: Int32Array;
  listsEnd: number;
  /** For each state whether an assertion precedes its first bytes: 0 unknown, 1 no, 2 yes. */
  readonly contextual: Uint8Array;
  /** Bytes that the memory budget has counted. */
  bytes: number;
};

/**
 * Memory of one visit, shared by all automata because visits do not overlap: in each of them it would take more than the
 * closures do. `visited`: state -> number of the visit that entered it last. `stack`: each state that is popped pushes
 * at most two.
 */
const scratch = { visited: new Int32Array(0), visit: 0, stack: new Int32Array(0) };

const FIRST_LIST = 1;
const SMALLEST_LISTS = 64;
const LAST_VISIT = 2 ** 31 - 1;

export function createClosures(nfa: Nfa, stopsAtEnd: boolean): EpsilonClosures {
  const states = nfa.ops.length;
  return {
    nfa,
    stopsAtEnd,
    rows: new Int32Array(states),
    lists: new Int32Array(SMALLEST_LISTS),
    listsEnd: FIRST_LIST,
    bytes: 0,
    contextual: new Uint8Array(states),
  };
}

/** Returns the bytes of memory that the closures take. */
export function bytesOfClosures({ lists }: EpsilonClosures): number {
  return lists.byteLength;
}

/** Drops all closures and releases their memory. */
export function clearClosures(closures: EpsilonClosures): void {
  closures.rows.fill(0);
  closures.lists = new Int32Array(SMALLEST_LISTS);
  closures.listsEnd = FIRST_LIST;
}

/** Returns whether the states that `state` reaches depend on the context before it. */
export function isContextual(closures: EpsilonClosures, state: number): boolean {
  const known = closures.contextual[state] ?? 0;
  if (known !== 0) return known === 2;
  const found = reachesAssertion(closures, state);
  closures.contextual[state] = found ? 2 : 1;
  return found;
}

function reachesAssertion(closures: EpsilonClosures, state: number): boolean {
  return reaches(closures, state, (next) => closures.nfa.ops[next] === op.assertion);
}

/** Returns whether a match can begin at `state` after the first byte; false for example after `^`. */
export function canStartInside(closures: EpsilonClosures, state: number): boolean {
  const { ops, args, assertions, automaton } = closures.nfa;
  const { contextCount } = automaton;
  return reaches(closures, state, (next) => {
    const kind = ops[next];
    if (kind !== op.assertion) return kind === op.bytes || kind === op.match;
    const first = (args[next] ?? 0) * contextCount ** 2;
    return assertions.subarray(first + contextCount, first + contextCount ** 2).includes(1);
  });
}

/**
 * Returns whether `accepts` holds for one of the states that `state` reaches without a byte; splits and saves are not
 * tested.
 */
function reaches(
  closures: EpsilonClosures,
  state: number,
  accepts: (next: number) => boolean,
): boolean {
  const { ops, outs, alternatives } = closures.nfa;
  let top = begin(closures.nfa, state);
  while (top > 0) {
    top -= 1;
    const next = scratch.stack[top] ?? 0;
    if (!enters(next)) continue;
    const kind = ops[next];
    if (kind === op.split) scratch.stack[top++] = alternatives[next] ?? 0;
    if (kind === op.split || kind === op.save) scratch.stack[top++] = outs[next] ?? 0;
    else if (accepts(next)) return true;
  }
  return false;
}

/** Returns the index in `lists` of the states that `state` reaches from context `before` on `symbol`. */
export function closureOf(
  closures: EpsilonClosures,
  state: number,
  before: number,
  symbol: number,
): number {
  const { symbolCount, contextCount } = closures.nfa.automaton;
  const contextual = isContextual(closures, state);
  let row = closures.rows[state] ?? 0;
  if (row === 0) {
    row = reserve(closures, contextual ? symbolCount * contextCount : symbolCount);
    closures.rows[state] = row;
  }
  const cell = row + (contextual ? before * symbolCount + symbol : symbol);
  const known = closures.lists[cell] ?? 0;
  if (known !== 0) return known;
  const index = closures.listsEnd;
  closures.lists[cell] = index;
  writeList(closures, state, before, symbol);
  return index;
}

function writeList(closures: EpsilonClosures, state: number, before: number, symbol: number): void {
  const index = closures.listsEnd;
  reserve(closures, 2);
  let top = begin(closures.nfa, state);
  while (top > 0) {
    top -= 1;
    const next = scratch.stack[top] ?? 0;
    if (!enters(next)) continue;
    if (closures.nfa.ops[next] === op.match) {
      closures.lists[index] = 1;
      if (closures.stopsAtEnd) break;
    } else top = follow(closures, next, before, symbol, top);
  }
  closures.lists[index + 1] = closures.listsEnd - index - 2;
}

/** Appends the state after a byte to the list, or pushes the successors of other states; returns the stack height. */
function follow(
  closures: EpsilonClosures,
  state: number,
  before: number,
  symbol: number,
  height: number,
): number {
  const { nfa } = closures;
  const { stack } = scratch;
  const { contexts, members, symbolCount } = nfa.automaton;
  const kind = nfa.ops[state];
  const arg = nfa.args[state] ?? 0;
  const out = nfa.outs[state] ?? 0;
  if (kind === op.bytes) {
    if (members[arg * symbolCount + symbol] === 1) append(closures, skipSaves(nfa, out));
    return height;
  }
  let top = height;
  if (kind === op.split) stack[top++] = nfa.alternatives[state] ?? 0;
  const isOpen = kind !== op.assertion || holds(nfa, arg, before, contexts[symbol] ?? 0);
  if (isOpen) stack[top++] = out;
  return top;
}

/** Returns whether an assertion holds between two contexts, in reading direction. */
export function holds(nfa: Nfa, assertion: number, before: number, after: number): boolean {
  const { contextCount } = nfa.automaton;
  return nfa.assertions[(assertion * contextCount + before) * contextCount + after] === 1;
}

/** Returns the symbol of the byte at `at`; outside the text, that of the end of the input. */
export function symbolAt(nfa: Nfa, value: ByteString, at: number): number {
  const { classes, symbolCount } = nfa.automaton;
  if (at < 0 || at >= value.length) return symbolCount - 1;
  return classes[value.charCodeAt(at) & 255] ?? 0;
}

/** Returns the context of the byte at `at`, as `holds` takes it; 0 outside the text. */
export function contextAt(nfa: Nfa, value: ByteString, at: number): number {
  return nfa.automaton.contexts[symbolAt(nfa, value, at)] ?? 0;
}

/** Returns the first state after `state` that is no save: only captures.ts and backtracker.ts record positions. */
export function skipSaves(nfa: Nfa, state: number): number {
  let next = state;
  while (nfa.ops[next] === op.save) next = nfa.outs[next] ?? 0;
  return next;
}

/**
 * Begins a new visit with `state` on the stack; returns the stack height. The scratch memory grows here, not when closures are
 * created: those of another copy of the engine come without it.
 */
function begin({ ops: { length: states } }: Nfa, state: number): number {
  if (states > scratch.visited.length) {
    scratch.visited = new Int32Array(states);
    scratch.stack = new Int32Array(2 * states + 2);
  }
  if (scratch.visit === LAST_VISIT) {
    scratch.visited.fill(0);
    scratch.visit = 0;
  }
  scratch.visit += 1;
  scratch.stack[0] = state;
  return 1;
}

/**
 * Returns true the first time in this visit. A state is marked when it is popped, not when it is pushed: states found
 * later may be preferred to those that wait on the stack.
 */
function enters(state: number): boolean {
  if (scratch.visited[state] === scratch.visit) return false;
  scratch.visited[state] = scratch.visit;
  return true;
}

function append(closures: EpsilonClosures, value: number): void {
  const index = reserve(closures, 1);
  closures.lists[index] = value;
}

/** Returns the index of `count` new elements of `lists`, which are 0. */
function reserve(closures: EpsilonClosures, count: number): number {
  const index = closures.listsEnd;
  closures.listsEnd += count;
  if (closures.listsEnd > closures.lists.length) {
    closures.lists = longer(closures.lists, 2 * closures.listsEnd);
  }
  return index;
}
