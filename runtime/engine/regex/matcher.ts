/** What rules need of a regular expression: whether it matches, where, and what its groups capture. */
import type { ByteString } from '../bytes/byte-string.ts';
import {
  type Automaton,
  type AutomatonCode,
  decodeAutomaton,
  withoutLookarounds,
} from './automaton-code.ts';
import {
  type CaptureFinder,
  createCaptureFinder,
  findCaptures,
  type LookMarks,
  type Span,
  spanOf,
  textsOf,
} from './captures.ts';
import { createDfa, type Dfa, type MatcherBudget } from './dfa.ts';
import { scan, search, searchStepwise, searchWindows } from './dfa-search.ts';
import { type EmittedStates, type StatesCode, searchEmitted } from './emitted-states.ts';
import { buildNfa, type Nfa } from './nfa.ts';
import { createPikeThreads, findMatch, type PikeThreads } from './pike-threads.ts';
import {
  addExpression,
  LONG_TEXT,
  type PrefixFilters,
  type PrefixMember,
  stepsIn,
  type Windows,
  windowsIn,
} from './prefix-filter.ts';
import { createTracer, type Tracer, traceCaptures } from './trace-captures.ts';

export type { Span };

/** One expression. Nothing of it is built before it is needed. */
export type Matcher = {
  readonly code: AutomatonCode;
  readonly budget: MatcherBudget;
  /** Until a text takes states that the compiler has not made. */
  states: EmittedStates | undefined;
  automaton: Automaton | undefined;
  forward: Nfa | undefined;
  searcher: Dfa | undefined;
  starts: Dfa | undefined;
  ends: Dfa | undefined;
  threads: PikeThreads | undefined;
  tracer: Tracer | undefined;
  captures: CaptureFinder | undefined;
  lookarounds: readonly Dfa[] | undefined;
  /** Searches for what the expression would match if its look-around always held. */
  withoutLookarounds: Dfa | undefined;
  /** undefined: long texts are read from end to end. */
  readonly prefixes: PrefixMember | undefined;
};

/** `code` is what compile-automaton.ts made; automata that share a budget share its memory, and
 * those that share filters one look at a long text. */
export function loadMatcher(
  code: AutomatonCode,
  budget: MatcherBudget,
  filters?: PrefixFilters,
): Matcher {
  const matcher: Matcher = {
    code,
    budget,
    states: undefined,
    automaton: undefined,
    forward: undefined,
    searcher: undefined,
    starts: undefined,
    ends: undefined,
    threads: undefined,
    tracer: undefined,
    captures: undefined,
    lookarounds: undefined,
    withoutLookarounds: undefined,
    // Decoded for that alone: most expressions of a filter never need more.
    prefixes: filters && addExpression(filters, () => matcher.automaton ?? decodeAutomaton(code)),
  };
  return matcher;
}

/** `code` is what the compiler made of states that texts have taken. */
export function loadStates(matcher: Matcher, code: StatesCode): void {
  matcher.states = { automaton: matcher.code, code, tables: undefined };
}

/** Whether the expression matches anywhere in `value`. Linear in its length. */
export function test(matcher: Matcher, value: ByteString): boolean {
  return locate(matcher, value) !== -1;
}

/** A position before which no match begins, -1 when there is no match. Linear. */
export function locate(matcher: Matcher, value: ByteString): number {
  const { prefixes, searcher } = matcher;
  const isLong = prefixes !== undefined && value.length >= LONG_TEXT;
  const windows = isLong ? windowsIn(prefixes, value) : undefined;
  if (windows?.count === 0) return -1;
  if (matcher.states !== undefined && !isLong) {
    const found = searchEmitted(matcher.states, value);
    if (found !== undefined) return found ? 0 : -1;
    matcher.states = undefined;
  }
  if (searcher !== undefined) {
    const position = searchIn(searcher, value, windows);
    return position ?? (searchOtherwise(matcher, searcher, value) ? 0 : -1);
  }
  if (automatonOf(matcher).lookarounds.length > 0) {
    return locateWithLookarounds(matcher, value, windows);
  }
  matcher.searcher = createDfa(forwardOf(matcher), 'search', matcher.budget);
  return locate(matcher, value);
}

/** Bytes that a search reads of `value`, and one. */
export function searchSteps({ prefixes }: Matcher, value: ByteString): number {
  if (prefixes === undefined || value.length < LONG_TEXT) return value.length + 1;
  return stepsIn(prefixes, value) + 1;
}

/** Like locate; undefined: it would cost too many new states. */
function searchIn(
  searcher: Dfa,
  value: ByteString,
  windows: Windows | undefined,
): number | undefined {
  if (windows !== undefined) return searchWindows(searcher, value, windows);
  const found = search(searcher, value);
  return found === undefined ? undefined : found ? 0 : -1;
}

/** Look-around takes two passes and more through the whole text: first it is seen whether it comes to that. */
function locateWithLookarounds(
  matcher: Matcher,
  value: ByteString,
  windows: Windows | undefined,
): number {
  const automaton = automatonOf(matcher);
  matcher.withoutLookarounds ??= createDfa(
    buildNfa(automaton, withoutLookarounds(automaton.tree), 'forward'),
    'search',
    matcher.budget,
  );
  if (searchIn(matcher.withoutLookarounds, value, windows) === -1) return -1;
  return findWithLookarounds(matcher, value, 0) === undefined ? -1 : 0;
}

/** For texts that need too many states of `searcher`. */
function searchOtherwise(matcher: Matcher, searcher: Dfa, value: ByteString): boolean {
  const outcome = findMatch(pikeThreadsOf(matcher), value, 0, 'any');
  return outcome === 'gave up' ? searchStepwise(searcher, value) : outcome === 'found';
}

/** The leftmost match from `from` on, of those the preferred one (Perl); undefined: none. Linear. */
export function find(matcher: Matcher, value: ByteString, from: number): Span | undefined {
  if (from > value.length) return undefined;
  if (automatonOf(matcher).lookarounds.length > 0) {
    return spanOf(findWithLookarounds(matcher, value, from));
  }
  const threads = pikeThreadsOf(matcher);
  const outcome = findMatch(threads, value, from, 'leftmost');
  if (outcome === 'none') return undefined;
  return outcome === 'found' ? [threads.start, threads.end] : findBackward(matcher, value, from);
}

/** For texts that are not to be read by threads. */
function findBackward(matcher: Matcher, value: ByteString, from: number): Span | undefined {
  const start = scan(startsOf(matcher), value, value.length, from, undefined);
  return start === -1 ? undefined : [start, endOf(matcher, value, start)];
}

/** The leftmost match from a position on, looked for again and again in one text. */
export type Finder = (from: number) => Span | undefined;

/** Reads the text once to find all starts, and on from each match to see where it ends. */
export function finderIn(matcher: Matcher, value: ByteString): Finder {
  if (automatonOf(matcher).lookarounds.length > 0) {
    const marks = marksOf(matcher, value);
    return (from) => spanOf(findCaptures(finderOf(matcher), value, from, 'anywhere', marks));
  }
  const starts = startsIn(matcher, value);
  return (from) => {
    const start = starts.indexOf(1, from);
    return start === -1 ? undefined : [start, endOf(matcher, value, start)];
  };
}

/** For each position in `value` and the end: 1 when a match starts there. For expressions without look-around. */
export function startsIn(matcher: Matcher, value: ByteString): Uint8Array {
  const starts = new Uint8Array(value.length + 1);
  scan(startsOf(matcher), value, value.length, 0, starts);
  return starts;
}

/** The first `limit` matches, none overlapping another; after an empty one the search goes on a byte further. */
export function findAll(matcher: Matcher, value: ByteString, limit: number): readonly Span[] {
  const spans: Span[] = [];
  const next = finderIn(matcher, value);
  for (let from = 0; from <= value.length && spans.length < limit; ) {
    const span = next(from);
    if (span === undefined) break;
    spans.push(span);
    const [start, end] = span;
    from = end > start ? end : end + 1;
  }
  return spans;
}

/**
 * The leftmost, preferred match from `from` on and the text of each group, "" for a group that took no
 * part; undefined: no match. Linear.
 */
export function captures(
  matcher: Matcher,
  value: ByteString,
  from = 0,
): readonly ByteString[] | undefined {
  const { groupCount, lookarounds } = automatonOf(matcher);
  if (lookarounds.length > 0) return textsOf(value, findWithLookarounds(matcher, value, from));
  const span = find(matcher, value, from);
  if (span === undefined) return undefined;
  if (groupCount === 0) return [value.slice(...span)];
  matcher.tracer ??= createTracer(endsOf(matcher));
  const captures =
    traceCaptures(matcher.tracer, value, ...span) ??
    findCaptures(finderOf(matcher), value, span[0], 'anchored', []);
  return textsOf(value, captures);
}

function endOf(matcher: Matcher, value: ByteString, start: number): number {
  return scan(endsOf(matcher), value, start, value.length, undefined);
}

function endsOf(matcher: Matcher): Dfa {
  matcher.ends ??= createDfa(forwardOf(matcher), 'preferred', matcher.budget);
  return matcher.ends;
}

function pikeThreadsOf(matcher: Matcher): PikeThreads {
  matcher.threads ??= createPikeThreads(endsOf(matcher));
  return matcher.threads;
}

function findWithLookarounds(
  matcher: Matcher,
  value: ByteString,
  from: number,
): Int32Array | undefined {
  return findCaptures(finderOf(matcher), value, from, 'anywhere', marksOf(matcher, value));
}

/** Look-ahead reads the text backward once, look-behind forward once. */
function marksOf(matcher: Matcher, value: ByteString): LookMarks {
  const automaton = automatonOf(matcher);
  matcher.lookarounds ??= automaton.lookarounds.map(({ direction, tree }) => {
    const nfa = buildNfa(automaton, tree, direction === 'Ahead' ? 'backward' : 'forward');
    return createDfa(nfa, 'positions', matcher.budget);
  });
  return matcher.lookarounds.map((look, index) => {
    const marks = new Uint8Array(value.length + 1);
    if (look.stepper.nfa.direction === 'forward') scan(look, value, 0, value.length, marks);
    else scan(look, value, value.length, 0, marks);
    return automaton.lookarounds[index]?.negated ? marks.map((mark) => 1 - mark) : marks;
  });
}

function automatonOf(matcher: Matcher): Automaton {
  matcher.automaton ??= decodeAutomaton(matcher.code);
  return matcher.automaton;
}

function forwardOf(matcher: Matcher): Nfa {
  const automaton = automatonOf(matcher);
  matcher.forward ??= buildNfa(automaton, automaton.tree, 'forward');
  return matcher.forward;
}

function startsOf(matcher: Matcher): Dfa {
  const automaton = automatonOf(matcher);
  matcher.starts ??= createDfa(
    buildNfa(automaton, automaton.tree, 'backward'),
    'positions',
    matcher.budget,
  );
  return matcher.starts;
}

function finderOf(matcher: Matcher): CaptureFinder {
  matcher.captures ??= createCaptureFinder(forwardOf(matcher));
  return matcher.captures;
}
