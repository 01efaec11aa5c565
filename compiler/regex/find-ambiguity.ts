/**
 * Finds what makes an engine that backtracks slow: texts that a repetition can match in many ways
 * (Weber and Seidl, "On the degree of ambiguity of finite automata", 1991). Sound for what it reports
 * but for tails that always match; not complete.
 */
import { memoizeByObject } from '../memoize.ts';
import type { Regex, Repeat } from './ast.ts';
import { type ByteSet, intersection, noByte, overlap } from './byte-set.ts';
import { type Positions, positionsOf } from './positions.ts';

export type Ambiguity = {
  readonly degree: 'Exponential' | 'Polynomial';
  readonly loop: Repeat;
};

/** Pairs of bytes compared before a search gives up. */
const MAX_STEPS = 1_000_000;

export const findAmbiguity = memoizeByObject(({ root }: Regex): Ambiguity | undefined => {
  const positions = positionsOf(root);
  if (positions === undefined) return undefined;
  const exponential = exponentialLoop(positions);
  if (exponential !== undefined) return { degree: 'Exponential', loop: exponential };
  const polynomial = polynomialLoop(positions);
  return polynomial && { degree: 'Polynomial', loop: polynomial };
});

/**
 * Two ways from a position back to itself over the same text. From one position of an endless repetition
 * all its others are reached, so one search tells of all.
 */
function exponentialLoop(positions: Positions): Repeat | undefined {
  const seen = new Set<Repeat>();
  for (const [start, loop] of positions.loops.entries()) {
    if (loop === undefined || seen.has(loop) || canStopAt(positions, start)) continue;
    seen.add(loop);
    if (isExponential(positions, start)) return loop;
  }
  return undefined;
}

/** Two walks over the same text; split: they have taken different ways. */
type Pair = { readonly left: number; readonly right: number; readonly isSplit: boolean };

function isExponential(positions: Positions, start: number): boolean {
  const seen = new Set<string>();
  const queue: Pair[] = [{ left: start, right: start, isSplit: false }];
  let steps = 0;
  for (const pair of queue) {
    steps +=
      1 + (positions.follow[pair.left]?.size ?? 0) * (positions.follow[pair.right]?.size ?? 0);
    if (steps > MAX_STEPS) return false;
    for (const next of pairsBehind(positions, pair)) {
      if (next.isSplit && next.left === start && next.right === start) return true;
      const key = `${next.left} ${next.right} ${next.isSplit}`;
      if (!seen.has(key)) queue.push(next);
      seen.add(key);
    }
  }
  return false;
}

function pairsBehind(positions: Positions, { left, right, isSplit }: Pair): readonly Pair[] {
  const { doubled, sets } = positions;
  return followersInLoop(positions, left).flatMap((nextLeft) =>
    followersInLoop(positions, right)
      .filter((nextRight) => overlap(sets[nextLeft] ?? noByte, sets[nextRight] ?? noByte))
      .map((nextRight) => {
        const isTwice = left === right && doubled[left]?.has(nextLeft) === true;
        return {
          left: Math.min(nextLeft, nextRight),
          right: Math.max(nextLeft, nextRight),
          isSplit: isSplit || nextLeft !== nextRight || isTwice,
        };
      }),
  );
}

function followersInLoop({ follow, loops }: Positions, position: number): readonly number[] {
  return [...(follow[position] ?? [])].filter((next) => loops[next] === loops[position]);
}

/** Two repetitions of one byte, and a way between them over that byte alone. */
function polynomialLoop(positions: Positions): Repeat | undefined {
  const { follow, loops, sets } = positions;
  const isLoop = (at: number): boolean => follow[at]?.has(at) === true;
  for (let start = 0; start < sets.length; start += 1) {
    if (!isLoop(start)) continue;
    const end = sharedEnd(positions, start, isLoop);
    if (end !== undefined && !canStopAt(positions, end)) return loops[end];
  }
  return undefined;
}

function sharedEnd(
  { follow, sets }: Positions,
  start: number,
  isLoop: (at: number) => boolean,
): number | undefined {
  const shared = new Map<number, ByteSet>([[start, sets[start] ?? noByte]]);
  for (const [position, bytes] of shared) {
    for (const next of follow[position] ?? []) {
      const both = intersection(bytes, sets[next] ?? noByte);
      if (both.length === 0 || shared.has(next)) continue;
      if (isLoop(next)) return next;
      shared.set(next, both);
    }
  }
  return undefined;
}

/** Where the expression may end it has matched: nothing is tried again. */
function canStopAt({ last, hasAnchor }: Positions, position: number): boolean {
  return last.has(position) && !hasAnchor;
}
