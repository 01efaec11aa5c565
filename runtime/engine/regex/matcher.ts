/** What rules need from a regular expression: whether it matches, where, and what its groups capture. */
import type { ByteString } from '../bytes/byte-string.ts';
import { type AutomatonCode, decodeAutomaton } from './automaton-code.ts';
import { findCaptures, type Span, spanOf, textsOf } from './captures.ts';
import { partsOf, type TextParts } from './common-prefix.ts';
import type { Dfa, MatcherBudget } from './dfa.ts';
import { scan, search, searchAfter, searchStepwise, searchWindows } from './dfa-search.ts';
import { type StatesCode, searchEmitted } from './emitted-states.ts';
import { searchInner } from './inner-search.ts';
import { lookaroundFinderIn } from './lookaround-search.ts';
import {
  automatonOf,
  automatonWithoutLookarounds,
  endsOf,
  finderOf,
  innerOf,
  type Matcher,
  pikeThreadsOf,
  searcherOf,
  startsOf,
} from './matcher-parts.ts';
import { findMatch, oldestStart } from './pike-threads.ts';
import {
  addExpression,
  LONG_TEXT,
  type PrefixFilters,
  stepsIn,
  type Windows,
  windowsIn,
} from './prefix-filter.ts';
import { createTracer, traceCaptures } from './trace-captures.ts';

export type { Matcher, Span };

/**
 * Creates the matcher of an expression. `code` is the output of compile-automaton.ts. Automata with the same budget
 * share its memory; expressions with the same filters share one pass over a long text, which looks for the part of the
 * expression after `split`.
 */
export function loadMatcher(
  code: AutomatonCode,
  budget: MatcherBudget,
  filters?: PrefixFilters,
  split = 0,
): Matcher {
  const matcher: Matcher = {
    code,
    budget,
    states: undefined,
    automaton: undefined,
    forward: undefined,
    closures: undefined,
    searcher: undefined,
    starts: undefined,
    ends: undefined,
    threads: undefined,
    tracer: undefined,
    captures: undefined,
    lookarounds: undefined,
    withoutLookarounds: undefined,
    startsWithoutLookarounds: undefined,
    inner: undefined,
    // Decoded for the filter alone: most expressions of a filter need nothing else.
    prefixes:
      filters && addExpression(filters, () => matcher.automaton ?? decodeAutomaton(code), split),
  };
  return matcher;
}

/** Sets the emitted states. `code` holds the states that the compiler has built for common texts. */
export function loadStates(matcher: Matcher, code: StatesCode): void {
  matcher.states = { automaton: matcher.code, code, tables: undefined };
}

/** Returns whether the expression matches anywhere in `value`. Linear in its length. */
export function test(matcher: Matcher, value: ByteString): boolean {
  return locate(matcher, value) !== -1;
}

/** Returns a position before which no match begins, -1 when there is no match. Linear. */
export function locate(matcher: Matcher, value: ByteString): number {
  const from = locateCandidate(matcher, value);
  if (from === -1 || !looksAround(matcher)) return from;
  return lookaroundFinderIn(matcher, value)(0, 0) === undefined ? -1 : 0;
}

/**
 * Returns whether an expression that has matched uses look-around. One that emitted states have decided is not
 * decoded, and has none.
 */
function looksAround({ automaton }: Matcher): boolean {
  return automaton !== undefined && automaton.lookarounds.length > 0;
}

/**
 * Locates a match as `locate` does, or one that look-around forbids: checking it takes two or more passes over the
 * whole text.
 */
function locateCandidate(matcher: Matcher, value: ByteString): number {
  const { prefixes } = matcher;
  if (prefixes === undefined || value.length < LONG_TEXT || partsOf(value) !== undefined) {
    return locateAnywhere(matcher, value);
  }
  const windows = windowsIn(prefixes, value);
  if (windows?.count === 0) return -1;
  if (windows === undefined || windows.split === 0) return locateAnywhere(matcher, value, windows);
  const position = searchInner(innerOf(matcher, windows.split), value, windows);
  return position ?? locateAnywhere(matcher, value);
}

function locateAnywhere(matcher: Matcher, value: ByteString, windows?: Windows): number {
  const { searcher } = matcher;
  const parts = partsOf(value);
  const isShort = value.length < LONG_TEXT || matcher.prefixes === undefined;
  const emitted = isShort && parts === undefined ? locateEmitted(matcher, value) : undefined;
  if (emitted !== undefined) return emitted;
  if (searcher !== undefined) {
    const position = searchIn(searcher, value, windows, parts);
    return position ?? searchOtherwise(matcher, searcher, value);
  }
  if (automatonOf(matcher).lookarounds.length > 0) {
    const candidate = automatonWithoutLookarounds(matcher);
    return searchIn(candidate, value, windows, parts) === -1 ? -1 : 0;
  }
  searcherOf(matcher);
  return locateAnywhere(matcher, value, windows);
}

/** Searches on the states that the compiler has built; undefined: the text needs others. */
function locateEmitted(matcher: Matcher, value: ByteString): number | undefined {
  if (matcher.states === undefined) return undefined;
  const found = searchEmitted(matcher.states, value);
  if (found !== undefined) return found ? 0 : -1;
  matcher.states = undefined;
  return undefined;
}

/** Returns how many bytes of `value` a search reads, plus one. */
export function searchSteps({ prefixes }: Matcher, value: ByteString): number {
  if (prefixes === undefined || value.length < LONG_TEXT) return value.length + 1;
  if (partsOf(value) !== undefined) return value.length + 1;
  return stepsIn(prefixes, value) + 1;
}

/** Locates a match on the states of `searcher`; undefined: it would need too many new ones. */
function searchIn(
  searcher: Dfa,
  value: ByteString,
  windows: Windows | undefined,
  parts: TextParts | undefined,
): number | undefined {
  if (windows !== undefined) return searchWindows(searcher, value, windows);
  if (parts === undefined) return search(searcher, value);
  const found = searchAfter(searcher, parts);
  if (found === undefined) return undefined;
  return found ? 0 : -1;
}

/** Locates a match in a text that needs too many states of `searcher`. */
function searchOtherwise(matcher: Matcher, searcher: Dfa, value: ByteString): number {
  const threads = pikeThreadsOf(matcher);
  const outcome = findMatch(threads, value, 0, 'any');
  if (outcome === 'found') return oldestStart(threads);
  return outcome === 'gave up' && searchStepwise(searcher, value) ? 0 : -1;
}

/**
 * Returns the leftmost match from `from` on, and among those at the same position the preferred one (Perl);
 * undefined: none. A match of `most` bytes or more may end earlier than the preferred one. Linear.
 */
export function find(
  matcher: Matcher,
  value: ByteString,
  from: number,
  most = Number.POSITIVE_INFINITY,
): Span | undefined {
  if (from > value.length) return undefined;
  if (automatonOf(matcher).lookarounds.length > 0) {
    return spanOf(lookaroundFinderIn(matcher, value)(from, most));
  }
  const threads = pikeThreadsOf(matcher);
  // Where a search has found that a match begins, one thread is enough.
  const isAnchored =
    value.length - from >= LONG_TEXT &&
    findMatch(threads, value, from, 'anchored', most) === 'found';
  if (isAnchored) return [threads.start, threads.end];
  const outcome = findMatch(threads, value, from, 'leftmost', most);
  if (outcome === 'none') return undefined;
  return outcome === 'found' ? [threads.start, threads.end] : findBackward(matcher, value, from);
}

/** Finds the match in texts that need too many threads: backward for its start, then forward for its end. */
function findBackward(matcher: Matcher, value: ByteString, from: number): Span | undefined {
  const start = scan(startsOf(matcher), value, value.length, from, undefined);
  return start === -1 ? undefined : [start, endOf(matcher, value, start)];
}

/** Returns the leftmost match from a position on; for repeated searches in one text. */
export type Finder = (from: number) => Span | undefined;

/** Returns a finder. It reads the text once to find all starts, and from each match on to find where it ends. */
export function finderIn(matcher: Matcher, value: ByteString): Finder {
  if (automatonOf(matcher).lookarounds.length > 0) {
    const find = lookaroundFinderIn(matcher, value);
    return (from) => spanOf(find(from, Number.POSITIVE_INFINITY));
  }
  const starts = startsIn(matcher, value);
  return (from) => {
    const start = starts.indexOf(1, from);
    return start === -1 ? undefined : [start, endOf(matcher, value, start)];
  };
}

/** Returns for each position in `value` and its end: 1 when a match starts there. For expressions without look-around. */
export function startsIn(matcher: Matcher, value: ByteString): Uint8Array {
  const starts = new Uint8Array(value.length + 1);
  scan(startsOf(matcher), value, value.length, 0, starts);
  return starts;
}

/**
 * Returns the first `limit` matches, none overlapping another; after an empty match the search continues one byte
 * later.
 */
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
 * Returns the text of the leftmost, preferred match from `from` on and of each group, "" for a group that did not
 * take part; undefined: no match. With `most`, a match of that many bytes or more may end too early. Linear.
 */
export function captures(
  matcher: Matcher,
  value: ByteString,
  from = 0,
  most = Number.POSITIVE_INFINITY,
): readonly ByteString[] | undefined {
  const { groupCount, lookarounds } = automatonOf(matcher);
  // Where the match ends decides what its groups are.
  const enough = groupCount === 0 ? most : Number.POSITIVE_INFINITY;
  if (lookarounds.length > 0)
    return textsOf(value, lookaroundFinderIn(matcher, value)(from, enough));
  const prefix = partsOf(value)?.common;
  const known = prefix?.captures.get(matcher);
  if (known !== undefined && from === 0) return known;
  const span = find(matcher, value, from, enough);
  if (span === undefined) return undefined;
  const texts = groupCount === 0 ? [value.slice(...span)] : capturesOf(matcher, value, span);
  const isWhole = span[1] - span[0] < most;
  // Bytes that were not read cannot change the match.
  const isInPrefix = prefix !== undefined && pikeThreadsOf(matcher).last < prefix.value.length;
  if (isInPrefix && isWhole && texts !== undefined && from === 0)
    prefix.captures.set(matcher, texts);
  return texts;
}

function capturesOf(
  matcher: Matcher,
  value: ByteString,
  span: Span,
): readonly ByteString[] | undefined {
  matcher.tracer ??= createTracer(endsOf(matcher));
  const captures =
    traceCaptures(matcher.tracer, value, ...span) ??
    findCaptures(finderOf(matcher), value, span[0], {});
  return textsOf(value, captures);
}

function endOf(matcher: Matcher, value: ByteString, start: number): number {
  return scan(endsOf(matcher), value, start, value.length, undefined);
}
