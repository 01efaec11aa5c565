/**
 * Finds matches of an expression with look-around. All threads of an NFA run with their captures, which takes long, so they
 * begin only where the expression would match if its look-around always held.
 */
import type { ByteString } from '../bytes/byte-string.ts';
import { findCaptures, type LookaroundMarks } from './captures.ts';
import { createDfa } from './dfa.ts';
import { scan } from './dfa-search.ts';
import { automatonOf, finderOf, type Matcher, startsWithoutLookarounds } from './matcher-parts.ts';
import { buildNfa } from './nfa.ts';

/**
 * Returns start and end of the leftmost, preferred match from a position on, and of its groups; undefined: no match. With
 * `most`, a match of that many bytes or more may end too early.
 */
export type LookaroundFinder = (from: number, most: number) => Int32Array | undefined;

/** Returns a finder. It reads the text once for the starts, and once for each look-around that a match depends on. */
export function lookaroundFinderIn(matcher: Matcher, value: ByteString): LookaroundFinder {
  const finder = finderOf(matcher);
  const starts = new Uint8Array(value.length + 1);
  scan(startsWithoutLookarounds(matcher), value, value.length, 0, starts);
  const marks = marksIn(matcher, value);
  return (from, most) => findCaptures(finder, value, from, { starts, marks, most });
}

/** Returns the marks, each computed at first use: the automaton of a look-ahead reads backward, that of a look-behind forward. */
function marksIn(matcher: Matcher, value: ByteString): LookaroundMarks {
  const automaton = automatonOf(matcher);
  matcher.lookarounds ??= automaton.lookarounds.map(({ direction, tree }) => {
    const nfa = buildNfa(automaton, tree, direction === 'Lookahead' ? 'backward' : 'forward');
    return createDfa(nfa, 'positions', matcher.budget);
  });
  const known: (Uint8Array | undefined)[] = [];
  return (index) => {
    known[index] ??= marksOf(matcher, index, value);
    return known[index];
  };
}

function marksOf({ lookarounds }: Matcher, index: number, value: ByteString): Uint8Array {
  const marks = new Uint8Array(value.length + 1);
  const dfa = lookarounds?.[index];
  if (dfa === undefined) return marks;
  const isForward = dfa.stepper.nfa.direction === 'forward';
  scan(dfa, value, isForward ? 0 : value.length, isForward ? value.length : 0, marks);
  return marks;
}
