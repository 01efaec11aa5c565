/** The parts of a matcher, each built at first use. */
import {
  type Automaton,
  type AutomatonCode,
  decodeAutomaton,
  withoutLookarounds,
} from './automaton-code.ts';
import { type CaptureFinder, createCaptureFinder } from './captures.ts';
import { createDfa, type Dfa, type MatcherBudget } from './dfa.ts';
import type { EmittedStates } from './emitted-states.ts';
import { createClosures, type EpsilonClosures } from './epsilon-closure.ts';
import type { Split } from './inner-part.ts';
import { createInnerSearch, type InnerSearch } from './inner-search.ts';
import { buildNfa, type Direction, type Nfa } from './nfa.ts';
import { createPikeThreads, type PikeThreads } from './pike-state.ts';
import type { PrefixMember } from './prefix-filter.ts';
import type { Tracer } from './trace-captures.ts';

/** One expression. Nothing of it is built before it is needed. */
export type Matcher = {
  readonly code: AutomatonCode;
  readonly budget: MatcherBudget;
  /** undefined: none are emitted, or a text needed states that the compiler has not built. */
  states: EmittedStates | undefined;
  automaton: Automaton | undefined;
  forward: Nfa | undefined;
  /** Shared by `searcher` and `ends`. */
  closures: EpsilonClosures | undefined;
  searcher: Dfa | undefined;
  starts: Dfa | undefined;
  ends: Dfa | undefined;
  threads: PikeThreads | undefined;
  tracer: Tracer | undefined;
  captures: CaptureFinder | undefined;
  lookarounds: readonly Dfa[] | undefined;
  /** Searches for what the expression would match if its look-around always held. */
  withoutLookarounds: Dfa | undefined;
  /** Finds where such matches begin. */
  startsWithoutLookarounds: Dfa | undefined;
  /** Searches long texts for an expression that is split. */
  inner: InnerSearch | undefined;
  /** undefined: long texts are read from end to end. */
  readonly prefixes: PrefixMember | undefined;
};

/** Returns a search for what the expression would match if its look-around always held. */
export function automatonWithoutLookarounds(matcher: Matcher): Dfa {
  matcher.withoutLookarounds ??= createWithoutLookarounds(matcher, 'forward', 'search');
  return matcher.withoutLookarounds;
}

/** Returns an automaton that finds where such matches begin. */
export function startsWithoutLookarounds(matcher: Matcher): Dfa {
  matcher.startsWithoutLookarounds ??= createWithoutLookarounds(matcher, 'backward', 'positions');
  return matcher.startsWithoutLookarounds;
}

function createWithoutLookarounds(
  matcher: Matcher,
  direction: Direction,
  matchKind: 'search' | 'positions',
): Dfa {
  const automaton = automatonOf(matcher);
  const nfa = buildNfa(automaton, withoutLookarounds(automaton.tree()), direction);
  return createDfa(nfa, matchKind, matcher.budget);
}

/** Returns a search for the expression, which has no look-around. */
export function searcherOf(matcher: Matcher): Dfa {
  matcher.searcher ??= createForward(matcher, 'search');
  return matcher.searcher;
}

export function innerOf(matcher: Matcher, split: Split): InnerSearch {
  matcher.inner ??= createInnerSearch(automatonOf(matcher), split, matcher.budget);
  return matcher.inner;
}

export function endsOf(matcher: Matcher): Dfa {
  matcher.ends ??= createForward(matcher, 'preferred');
  return matcher.ends;
}

function createForward(matcher: Matcher, matchKind: 'search' | 'preferred'): Dfa {
  const nfa = forwardOf(matcher);
  matcher.closures ??= createClosures(nfa, true);
  return createDfa(nfa, matchKind, matcher.budget, matcher.closures);
}

export function pikeThreadsOf(matcher: Matcher): PikeThreads {
  matcher.threads ??= createPikeThreads(endsOf(matcher));
  return matcher.threads;
}

export function automatonOf(matcher: Matcher): Automaton {
  matcher.automaton ??= decodeAutomaton(matcher.code);
  return matcher.automaton;
}

export function forwardOf(matcher: Matcher): Nfa {
  const automaton = automatonOf(matcher);
  matcher.forward ??= buildNfa(automaton, automaton.tree(), 'forward');
  return matcher.forward;
}

export function startsOf(matcher: Matcher): Dfa {
  const automaton = automatonOf(matcher);
  matcher.starts ??= createDfa(
    buildNfa(automaton, automaton.tree(), 'backward'),
    'positions',
    matcher.budget,
  );
  return matcher.starts;
}

export function finderOf(matcher: Matcher): CaptureFinder {
  matcher.captures ??= createCaptureFinder(forwardOf(matcher));
  return matcher.captures;
}
