/**
 * Runs an automaton over a text. Every byte costs at most one step of the NFA, whatever the text: known
 * states are table look-ups, unknown ones are built, and a text that keeps asking for new ones is left to
 * others or finished on the NFA.
 */
import type { ByteString } from '../byte-string.ts';
import { type Dfa, earn, entryOf, settle, startState } from './dfa.ts';
import { contextAt, symbolAt } from './moves.ts';
import type { Nfa } from './nfa.ts';
import { step } from './step.ts';

/** Whether a `search` automaton finds a match anywhere in `value`; undefined: it would cost too many new states. */
export function search(dfa: Dfa, value: ByteString): boolean | undefined {
  const { classes, symbolCount } = dfa;
  const { length } = value;
  earn(dfa, length);
  let state = dfa.starts[0] || startState(dfa, 0);
  const { transitions } = dfa;
  for (let at = 0; at < length; at += 1) {
    const next = transitions[state + (classes[value.charCodeAt(at) & 255] ?? 0)] ?? 0;
    if (next <= symbolCount) return next === 0 ? searchOn(dfa, value, at, state) : next < 0;
    state = next;
  }
  const end = transitions[state + symbolCount - 1] ?? 0;
  return end === 0 ? searchOn(dfa, value, length, state) : end < 0;
}

/** Like search from place `from` and `start` on, building what is not known. */
function searchOn(dfa: Dfa, value: ByteString, from: number, start: number): boolean | undefined {
  const { symbolCount } = dfa;
  const { nfa } = dfa.stepper;
  let state = start;
  for (let place = from; place <= value.length; place += 1) {
    const symbol = symbolAfter(nfa, value, place);
    const next = entryOf(dfa, state, symbol);
    if (next === 0) return undefined;
    if (next <= symbolCount) return next < 0;
    state = next;
  }
  return false;
}

/** Like search, set by set: without tables, at a step of the NFA for each byte. */
export function searchStepwise(dfa: Dfa, value: ByteString): boolean {
  return simulate(dfa, value, 0, value.length, startState(dfa, 0), undefined) !== -1;
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
  const { symbolCount } = dfa;
  const { nfa } = dfa.stepper;
  const direction = nfa.direction === 'forward' ? 1 : -1;
  earn(dfa, Math.abs(to - from));
  let state = startState(dfa, contextAt(nfa, value, nfa.direction === 'forward' ? from - 1 : from));
  let last = -1;
  for (let place = from; place !== to + direction; place += direction) {
    const symbol = symbolAfter(nfa, value, place);
    const next = entryOf(dfa, state, symbol);
    if (next === 0) {
      const later = simulate(dfa, value, place, to, state, marks);
      return later === -1 ? last : later;
    }
    if (next < 0) {
      last = place;
      mark(marks, place);
    }
    state = Math.abs(next);
    if (state === symbolCount) break;
  }
  return last;
}

/** Reads on from `state` set by set, without tables. */
function simulate(
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
function symbolAfter(nfa: Nfa, value: ByteString, place: number): number {
  return symbolAt(nfa, value, nfa.direction === 'forward' ? place : place - 1);
}
