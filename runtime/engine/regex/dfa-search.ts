/**
 * Runs a DFA over a text. Every byte costs at most one step of the NFA, whatever the text: known states are table
 * look-ups, unknown ones are built, and when a text needs too many new states, another method continues or the NFA is
 * simulated.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import { findRepeats, type Repeat } from '../bytes/repeats.ts';
import type { CommonPrefix, TextParts } from './common-prefix.ts';
import { type Dfa, entryOf, evict, firstStart, growBudget, startState } from './dfa.ts';
import { contextAt, symbolAt } from './epsilon-closure.ts';
import type { Nfa } from './nfa.ts';
import type { Windows } from './prefix-filter.ts';
import { step } from './step.ts';

/** Bytes between two positions at which `search` notes whether a match has begun. */
const PART = 512;

/**
 * Searches with a `search` automaton. Returns a position before which no match begins, -1 when there is no match;
 * undefined: it would need too many new states. `dfa.position` is then such a position, too.
 */
export function search(dfa: Dfa, value: ByteString): number | undefined {
  const { symbolCount } = dfa;
  growBudget(dfa, value.length);
  let state = firstStart(dfa);
  let from = 0;
  dfa.position = 0;
  for (const repeat of findRepeats(value)) {
    state = searchParts(dfa, value, from, repeat.start, state);
    state = searchRepeat(dfa, value, repeat, state);
    from = repeat.end;
  }
  state = searchParts(dfa, value, from, value.length, state);
  if (state > symbolCount) state = entryOf(dfa, state, symbolCount - 1);
  if (state === 0) return undefined;
  return state < 0 ? dfa.position : -1;
}

/** Searches part by part, and stores in `dfa.position` the last position at which it sees that no match has begun. */
function searchParts(dfa: Dfa, value: ByteString, from: number, to: number, start: number): number {
  let state = start;
  for (let at = from; at < to && state > dfa.symbolCount; at += PART) {
    if (dfa.startsOnce && state <= dfa.lastStart) dfa.position = at;
    state = searchPart(dfa, value, at, Math.min(at + PART, to), state);
  }
  return state;
}

/** Searches a text with a common prefix as `search` does, but computes the state after the prefix once. */
export function searchAfter(dfa: Dfa, { common, rest }: TextParts): boolean | undefined {
  const { symbolCount } = dfa;
  growBudget(dfa, common.value.length + rest.length);
  const start = stateAfter(dfa, common);
  let state = searchPart(dfa, rest, 0, rest.length, start);
  if (state > symbolCount) state = entryOf(dfa, state, symbolCount - 1);
  return state === 0 ? undefined : state < 0;
}

function stateAfter(dfa: Dfa, { value, outer, states }: CommonPrefix): number {
  const known = states.get(dfa);
  if (known !== undefined && known.sets === dfa.sets) return known.state;
  const start = outer === undefined ? firstStart(dfa) : stateAfter(dfa, outer);
  const state = searchPart(dfa, value, outer?.value.length ?? 0, value.length, start);
  if (state !== 0) states.set(dfa, { state, sets: dfa.sets });
  return state;
}

/**
 * Returns the state that `start` reaches over the bytes from `from` to before `to`, or the entry that ends the search
 * (at most `symbolCount`), which `start` itself may be.
 */
function searchPart(dfa: Dfa, value: ByteString, from: number, to: number, start: number): number {
  let state = start;
  for (let at = from; state > dfa.symbolCount; at += 1) {
    at = followKnown(dfa, value, at, to, state);
    state = dfa.lastState;
    if (at >= to) break;
    state = entryOf(dfa, state, dfa.classes[value.charCodeAt(at) & 255] ?? 0);
  }
  return state;
}

/**
 * Follows known entries. Stores the last state before `to`, or before an entry that is unknown or ends the search, in
 * `dfa.lastState` and returns its position. This is a separate loop: with the code that builds entries in it, it
 * takes 3.7 instead of 2.3 ns a byte.
 */
function followKnown(dfa: Dfa, value: ByteString, from: number, to: number, start: number): number {
  const { classes, symbolCount, transitions } = dfa;
  let state = start;
  let at = from;
  for (; at < to; at += 1) {
    const next = transitions[state + (classes[value.charCodeAt(at) & 255] ?? 0)] ?? 0;
    if (next <= symbolCount) break;
    state = next;
  }
  dfa.lastState = state;
  return at;
}

/** Iterations after which a repeat is read like any other text: few counts in expressions are higher. */
const MAX_ITERATIONS = 512;

/**
 * Searches a repeat as `searchPart` does, but when an iteration leads from a state back to it, skips the other
 * iterations.
 */
function searchRepeat(dfa: Dfa, value: ByteString, repeat: Repeat, start: number): number {
  const { end, period } = repeat;
  let at = repeat.start;
  let state = start;
  for (let iteration = 0; iteration < MAX_ITERATIONS && at + period <= end; iteration += 1) {
    const { sets } = dfa;
    const before = state;
    state = searchPart(dfa, value, at, at + period, before);
    at += period;
    // State numbers change when the tables are dropped in between.
    if (state === before && dfa.sets === sets) at = end - ((end - at) % period);
  }
  return searchPart(dfa, value, at, end, state);
}

/**
 * Searches a text in which matches begin in some windows only. Returns the start of a window in which a match
 * begins, -1 when there is none; undefined: too many new states. Each byte is read at most once.
 */
export function searchWindows(dfa: Dfa, value: ByteString, windows: Windows): number | undefined {
  const { positions, count } = windows;
  growBudget(dfa, value.length);
  firstStart(dfa);
  for (dfa.window = 0; dfa.window < count; ) {
    const start = positions[dfa.window] ?? 0;
    const state = searchFrom(dfa, value, start, windows);
    if (state === 0) return undefined;
    if (state < 0) return start;
  }
  return -1;
}

/** Reads from a window on, and through later windows that begin while a match is still open. */
function searchFrom(
  dfa: Dfa,
  value: ByteString,
  start: number,
  { positions, count }: Windows,
): number {
  const { symbolCount } = dfa;
  let state = startState(dfa, contextAt(dfa.stepper.nfa, value, start - 1));
  dfa.position = start;
  while (
    dfa.window < count &&
    dfa.position >= (positions[dfa.window] ?? 0) &&
    state > symbolCount
  ) {
    const to = Math.max(dfa.position, (positions[dfa.window + 1] ?? 0) + 1);
    dfa.window += 2;
    const next = dfa.window < count ? (positions[dfa.window] ?? 0) : value.length;
    state = searchPart(dfa, value, dfa.position, to, state);
    state = searchToRest(dfa, value, to, next, state);
  }
  const isAtEnd = state > symbolCount && dfa.position >= value.length;
  return isAtEnd ? entryOf(dfa, state, symbolCount - 1) : state;
}

/** Searches as `searchPart` does, but stops when no open match remains. Stores the position in `dfa.position`. */
function searchToRest(
  dfa: Dfa,
  value: ByteString,
  from: number,
  to: number,
  start: number,
): number {
  let state = start;
  dfa.position = from;
  while (dfa.position < to && state > dfa.lastStart && state > dfa.symbolCount) {
    state = followToRest(dfa, value, to, state);
    if (dfa.position >= to || state <= dfa.lastStart) break;
    state = entryOf(dfa, state, dfa.classes[value.charCodeAt(dfa.position) & 255] ?? 0);
    if (state > dfa.symbolCount) dfa.position += 1;
  }
  return state;
}

/** Returns the last state before `to`, before an entry that is unknown or ends the search, or a start state. */
function followToRest(dfa: Dfa, value: ByteString, to: number, start: number): number {
  const { classes, symbolCount, transitions, lastStart } = dfa;
  let state = start;
  let at = dfa.position;
  for (; at < to && state > lastStart; at += 1) {
    const next = transitions[state + (classes[value.charCodeAt(at) & 255] ?? 0)] ?? 0;
    if (next <= symbolCount) break;
    state = next;
  }
  dfa.position = at;
  return state;
}

/** Searches by simulating the NFA set by set: builds no tables, and takes a step of the NFA for each byte. */
export function searchStepwise(dfa: Dfa, value: ByteString): boolean {
  return simulate(dfa, value, 0, value.length, startState(dfa, 0), undefined) !== -1;
}

/**
 * Reads from position `from` to position `to` in the direction of the automaton. Returns the last position where the
 * expression ends, -1 when there is none, and sets `marks[position]` to 1 at each such position.
 */
export function scan(
  dfa: Dfa,
  value: ByteString,
  from: number,
  to: number,
  marks: Uint8Array | undefined,
): number {
  const { symbolCount } = dfa;
  const { nfa } = dfa.stepper;
  const direction = nfa.direction === 'forward' ? 1 : -1;
  growBudget(dfa, Math.abs(to - from));
  let state = startState(dfa, contextAt(nfa, value, nfa.direction === 'forward' ? from - 1 : from));
  let last = -1;
  for (let position = from; position !== to + direction; position += direction) {
    const symbol = symbolAfter(nfa, value, position);
    const next = entryOf(dfa, state, symbol);
    if (next === 0) {
      const later = simulate(dfa, value, position, to, state, marks);
      return later === -1 ? last : later;
    }
    if (next < 0) {
      last = position;
      mark(marks, position);
    }
    state = Math.abs(next);
    if (state === symbolCount) break;
  }
  return last;
}

/** Continues from `state` set by set, without tables. */
function simulate(
  dfa: Dfa,
  value: ByteString,
  from: number,
  to: number,
  state: number,
  marks: Uint8Array | undefined,
): number {
  const { stepper } = dfa;
  const { nfa, matchKind } = stepper;
  const direction = nfa.direction === 'forward' ? 1 : -1;
  if (dfa.current.length === 0) dfa.current = new Int32Array(stepper.next.length);
  let before = loadSet(dfa, state);
  let last = -1;
  for (
    let position = from;
    position !== to + direction && stepper.count > 0;
    position += direction
  ) {
    [dfa.current, stepper.next] = [stepper.next, dfa.current];
    const symbol = symbolAfter(nfa, value, position);
    if (step(stepper, dfa.current, 0, stepper.count, before, symbol)) {
      last = position;
      mark(marks, position);
      if (matchKind === 'search') break;
    }
    before = nfa.automaton.contexts[symbol] ?? 0;
  }
  evict(dfa);
  return last;
}

/** Loads the set of `state` into the stepper; returns the context before it. */
function loadSet({ stepper, sets, symbolCount }: Dfa, state: number): number {
  const number = state / symbolCount - 1;
  const start = sets.starts[number] ?? 0;
  stepper.count = sets.counts[number] ?? 0;
  stepper.next.set(sets.members.subarray(start, start + stepper.count));
  return sets.befores[number] ?? 0;
}

function mark(marks: Uint8Array | undefined, position: number): void {
  if (marks !== undefined) marks[position] = 1;
}

/** Returns the next symbol in reading direction. */
function symbolAfter(nfa: Nfa, value: ByteString, position: number): number {
  return symbolAt(nfa, value, nfa.direction === 'forward' ? position : position - 1);
}
