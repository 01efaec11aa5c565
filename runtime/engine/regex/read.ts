/**
 * Runs an automaton over a text. Every byte costs at most one step of the NFA, whatever the text: known
 * states are table look-ups, unknown ones are built, and a text that keeps asking for new ones is
 * finished on the NFA.
 */
import type { ByteString } from '../byte-string.ts';
import { type Dfa, extend, settle, startState } from './dfa.ts';
import type { Nfa } from './nfa.ts';
import { step } from './step.ts';

/** New states that a text may ask for in any case, and bytes it must have brought for each beyond. */
const PATIENCE = 400;
const BYTES_PER_STATE = 6;

/** Whether a `search` automaton finds a match anywhere in `value`. */
export function search(dfa: Dfa, value: ByteString): boolean {
  const { classes, symbolCount } = dfa;
  const { length } = value;
  let state = dfa.starts[0] || startState(dfa, 0);
  const { transitions } = dfa;
  for (let at = 0; at < length; at += 1) {
    const next = transitions[state + (classes[value.charCodeAt(at) & 255] ?? 0)] ?? 0;
    if (next <= symbolCount) {
      return next === 0 ? read(dfa, value, at, length, state, undefined) !== -1 : next < 0;
    }
    state = next;
  }
  const end = transitions[state + symbolCount - 1] ?? 0;
  return end === 0 ? read(dfa, value, length, length, state, undefined) !== -1 : end < 0;
}

/**
 * Reads from place `from` to place `to` in the automaton's direction and returns the last place where
 * the expression ends, -1 when there is none. `marks[place]` becomes 1 at each.
 */
export function scan(
  dfa: Dfa,
  value: ByteString,
  from: number,
  to: number,
  marks: Uint8Array | undefined,
): number {
  const { nfa } = dfa.stepper;
  const behind = symbolAt(nfa, value, nfa.direction === 'forward' ? from - 1 : from);
  const context = nfa.automaton.contexts[behind] ?? 0;
  return read(dfa, value, from, to, startState(dfa, context), marks);
}

/** Scans on from `start`; a search stops at the first place. */
function read(
  dfa: Dfa,
  value: ByteString,
  from: number,
  to: number,
  start: number,
  marks: Uint8Array | undefined,
): number {
  const { symbolCount } = dfa;
  const { nfa, purpose } = dfa.stepper;
  const direction = nfa.direction === 'forward' ? 1 : -1;
  const builtBefore = dfa.built;
  let state = start;
  let last = -1;
  for (let place = from; place !== to + direction; place += direction) {
    const symbol = symbolAfter(nfa, value, place);
    const next = dfa.transitions[state + symbol] || extend(dfa, state, symbol);
    if (next < 0) {
      last = place;
      mark(marks, place);
      if (purpose === 'search') break;
    }
    state = Math.abs(next);
    if (state === symbolCount) break;
    if (isExcessive(dfa.built - builtBefore, Math.abs(place - from))) {
      const later = simulate(dfa, value, place + direction, to, state, marks);
      return later === -1 ? last : later;
    }
  }
  return last;
}

export function isExcessive(built: number, read: number): boolean {
  return built > PATIENCE && built * BYTES_PER_STATE > read;
}

/** Reads on from `state` set by set, without tables. */
export function simulate(
  dfa: Dfa,
  value: ByteString,
  from: number,
  to: number,
  state: number,
  marks: Uint8Array | undefined,
): number {
  const { stepper } = dfa;
  const { nfa, purpose } = stepper;
  const direction = nfa.direction === 'forward' ? 1 : -1;
  let before = loadSet(dfa, state);
  let last = -1;
  for (let place = from; place !== to + direction && stepper.count > 0; place += direction) {
    [dfa.current, stepper.next] = [stepper.next, dfa.current];
    const symbol = symbolAfter(nfa, value, place);
    if (step(stepper, dfa.current, 0, stepper.count, before, symbol)) {
      last = place;
      mark(marks, place);
      if (purpose === 'search') break;
    }
    before = nfa.automaton.contexts[symbol] ?? 0;
  }
  settle(dfa);
  return last;
}

/** Puts the set of `state` where the stepper leaves its sets; returns the context before it. */
function loadSet({ stepper, sets, symbolCount }: Dfa, state: number): number {
  const number = state / symbolCount - 1;
  const start = sets.starts[number] ?? 0;
  stepper.count = sets.counts[number] ?? 0;
  stepper.next.set(sets.members.subarray(start, start + stepper.count));
  return sets.befores[number] ?? 0;
}

function mark(marks: Uint8Array | undefined, place: number): void {
  if (marks !== undefined) marks[place] = 1;
}

/** The symbol that comes next in reading direction. */
export function symbolAfter(nfa: Nfa, value: ByteString, place: number): number {
  return symbolAt(nfa, value, nfa.direction === 'forward' ? place : place - 1);
}

/** The symbol of the byte at `at`; the end of the input outside of the text. */
function symbolAt(nfa: Nfa, value: ByteString, at: number): number {
  const { classes, symbolCount } = nfa.automaton;
  if (at < 0 || at >= value.length) return symbolCount - 1;
  return classes[value.charCodeAt(at) & 255] ?? 0;
}
