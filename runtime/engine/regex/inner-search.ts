/**
 * Searches a long text for an expression that is split (inner-part.ts): where the rest of a match may begin, one
 * automaton reads it forward, and where it matches, another reads backward what a match begins with.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import type { Automaton, Tree } from './automaton-code.ts';
import { createDfa, type Dfa, entryOf, growBudget, type MatcherBudget, startState } from './dfa.ts';
import { contextAt, symbolAt } from './epsilon-closure.ts';
import { type Split, splitTree } from './inner-part.ts';
import { buildNfa, type Direction } from './nfa.ts';
import type { Windows } from './prefix-filter.ts';

export type InnerSearch = {
  /** Reads backward. */
  readonly head: Dfa;
  readonly rest: Dfa;
  /** Bytes that may still be read; negative: too many were, or an entry is unknown that may not be computed. */
  left: number;
};

/** Bytes of text for each byte that may be read, on average, and passes that are left for a text at most. */
const BYTES_PER_STEP = 4;
const MOST_PASSES = 2;

export function createInnerSearch(
  automaton: Automaton,
  split: Split,
  budget: MatcherBudget,
): InnerSearch {
  const { head, rest } = splitTree(automaton.tree(), split);
  const build = (tree: Tree, direction: Direction): Dfa =>
    createDfa(buildNfa(automaton, tree, direction), 'longest', budget);
  return {
    head: build(head, 'backward'),
    rest: build(rest, 'forward'),
    left: Number.POSITIVE_INFINITY,
  };
}

/**
 * Returns where the leftmost match begins, -1 when there is none; undefined: too much would have to be read.
 * `windows`: where the rest of a match may begin. Linear: what some texts do not need is left for the next ones.
 */
export function searchInner(
  search: InnerSearch,
  value: ByteString,
  { positions, count }: Windows,
): number | undefined {
  search.left = Math.min(search.left, MOST_PASSES * value.length) + value.length / BYTES_PER_STEP;
  growBudget(search.head, value.length);
  growBudget(search.rest, value.length);
  let first = -1;
  for (let window = 0; window < count; window += 2) {
    const last = positions[window + 1] ?? 0;
    for (let at = positions[window] ?? 0; at <= last; at += 1) {
      const start = restMatches(search, value, at) ? startBefore(search, value, at) : -1;
      if (start !== -1 && (first === -1 || start < first)) first = start;
    }
    if (search.left < 0) return undefined;
  }
  return first;
}

/** Returns whether the rest of the expression matches from `from` on. */
function restMatches(search: InnerSearch, value: ByteString, from: number): boolean {
  const { rest } = search;
  const { nfa } = rest.stepper;
  let state = startState(rest, contextAt(nfa, value, from - 1));
  for (let at = from; search.left >= 0 && state !== rest.symbolCount; at += 1) {
    search.left -= 1;
    const entry = entryOf(rest, state, symbolAt(nfa, value, at));
    if (entry < 0) return true;
    if (entry === 0) search.left = -1;
    state = entry;
  }
  return false;
}

/** Returns the first position at which a match begins whose rest begins at `from`; -1: none. */
function startBefore(search: InnerSearch, value: ByteString, from: number): number {
  const { head } = search;
  const { nfa } = head.stepper;
  let state = startState(head, contextAt(nfa, value, from));
  let start = -1;
  for (let at = from; search.left >= 0 && state !== head.symbolCount; at -= 1) {
    const known = followBackward(head, value, at, state);
    search.left -= at - known + 1;
    at = known;
    const entry = entryOf(head, head.lastState, symbolAt(nfa, value, at - 1));
    if (entry < 0) start = at;
    if (entry === 0) search.left = -1;
    state = Math.abs(entry);
  }
  return start;
}

/**
 * Follows known entries to the start of the text at most. Returns the position before an entry that is unknown or
 * ends something, and stores the state there in `dfa.lastState`. A separate loop: it takes a third of the time.
 */
function followBackward(dfa: Dfa, value: ByteString, from: number, start: number): number {
  const { classes, symbolCount, transitions } = dfa;
  let state = start;
  let at = from;
  for (; at > 0; at -= 1) {
    const next = transitions[state + (classes[value.charCodeAt(at - 1) & 255] ?? 0)] ?? 0;
    if (next <= symbolCount) break;
    state = next;
  }
  dfa.lastState = state;
  return at;
}
