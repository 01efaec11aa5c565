/** Which of several expressions match a text, found in one pass over it. */
import type { ByteString } from '../byte-string.ts';
import { type Automaton, type AutomatonCode, decodeAutomaton } from './automaton-code.ts';
import { createDfa, type Dfa, earn, entryOf, type MatcherBudget, startState } from './dfa.ts';
import { loadMatcher, type Matcher, test } from './matcher.ts';
import { buildNfa } from './nfa.ts';
import { op } from './op.ts';
import { simulate, symbolAfter } from './read.ts';
import type { StateSets } from './state-sets.ts';
import { uniteAutomata } from './unite-automata.ts';

export type MatcherSet = {
  readonly codes: readonly AutomatonCode[];
  readonly budget: MatcherBudget;
  united: United | undefined;
};

type United = {
  /** undefined when all expressions are asked one by one. */
  readonly regular: Regular | undefined;
  /** Expressions with look-around over more than a byte are asked one by one. */
  readonly others: readonly { readonly number: number; readonly matcher: Matcher }[];
};

type Regular = {
  readonly dfa: Dfa;
  /** Number in `codes` of each part. */
  readonly numbers: readonly number[];
  /** State -> what has matched, for the tables in `resultsOf`. */
  readonly results: Map<number, readonly number[]>;
  resultsOf: StateSets;
};

const nothing: readonly number[] = [];

/** Expressions whose vocabulary is alike need the fewest states; nothing is built before it is asked for. */
export function loadMatcherSet(codes: readonly AutomatonCode[], budget: MatcherBudget): MatcherSet {
  return { codes, budget, united: undefined };
}

/** Numbers in `codes` of the expressions that match anywhere in `value`, ascending. Linear in its length. */
export function testSet(set: MatcherSet, value: ByteString): readonly number[] {
  set.united ??= unite(set);
  const { regular, others } = set.united;
  const found = regular === undefined ? nothing : resultOf(regular, readToEnd(regular.dfa, value));
  if (others.length === 0) return found;
  const more = others.filter(({ matcher }) => test(matcher, value)).map(({ number }) => number);
  return more.length === 0 ? found : [...found, ...more].sort((a, b) => a - b);
}

function unite({ codes, budget }: MatcherSet): United {
  const all = codes.map((code, number) => ({ code, number, automaton: decodeAutomaton(code) }));
  const regular = all.filter(({ automaton }) => automaton.looks.length === 0);
  const others = all.filter(({ automaton }) => automaton.looks.length > 0);
  return {
    regular: regular.length === 0 ? undefined : uniteRegular(regular, budget),
    others: others.map(({ code, number }) => ({ number, matcher: loadMatcher(code, budget) })),
  };
}

function uniteRegular(
  members: readonly { readonly number: number; readonly automaton: Automaton }[],
  budget: MatcherBudget,
): Regular {
  const { automaton, parts } = uniteAutomata(members.map((member) => member.automaton));
  const dfa = createDfa(buildNfa(automaton, parts, 'forward'), 'every', budget);
  const numbers = members.map(({ number }) => number);
  return { dfa, numbers, results: new Map(), resultsOf: dfa.sets };
}

/** The state behind the end of `value`; SIMULATED when there is none and the stepper holds the set. */
function readToEnd(dfa: Dfa, value: ByteString): number {
  const { classes, symbolCount } = dfa;
  const { length } = value;
  earn(dfa, length);
  let state = dfa.starts[0] || startState(dfa, 0);
  const { transitions } = dfa;
  for (let at = 0; at < length; at += 1) {
    const next = transitions[state + (classes[value.charCodeAt(at) & 255] ?? 0)] ?? 0;
    if (next <= symbolCount) return next === 0 ? readOn(dfa, value, at, state) : next;
    state = next;
  }
  const end = transitions[state + symbolCount - 1] ?? 0;
  return end === 0 ? readOn(dfa, value, length, state) : end;
}

/** Like readToEnd from place `from` and `start` on, building what is not known. */
function readOn(dfa: Dfa, value: ByteString, from: number, start: number): number {
  const { nfa } = dfa.stepper;
  let state = start;
  for (let place = from; place <= value.length; place += 1) {
    const symbol = symbolAfter(nfa, value, place);
    const next = entryOf(dfa, state, symbol);
    if (next === 0) {
      simulate(dfa, value, place, value.length, state, undefined);
      return SIMULATED;
    }
    state = next;
  }
  return state;
}

const SIMULATED = 0;

function resultOf(regular: Regular, state: number): readonly number[] {
  const { dfa, results } = regular;
  const { stepper, sets, symbolCount } = dfa;
  if (state === SIMULATED) return matchesIn(regular, stepper.next, 0, stepper.count);
  if (regular.resultsOf !== sets) {
    regular.resultsOf = sets;
    results.clear();
  }
  const known = results.get(state);
  if (known !== undefined) return known;
  const number = state / symbolCount - 1;
  const first = sets.starts[number] ?? 0;
  const found = matchesIn(regular, sets.members, first, first + (sets.counts[number] ?? 0));
  results.set(state, found);
  return found;
}

/** A set of NFA states holds the match of each expression that has matched. */
function matchesIn(
  { dfa, numbers }: Regular,
  states: Int32Array,
  first: number,
  end: number,
): readonly number[] {
  const { ops, args } = dfa.stepper.nfa;
  const found: number[] = [];
  for (let index = first; index < end; index += 1) {
    const state = states[index] ?? 0;
    if (ops[state] === op.match) found.push(numbers[args[state] ?? 0] ?? 0);
  }
  return found.length === 0 ? nothing : found.sort((a, b) => a - b);
}
