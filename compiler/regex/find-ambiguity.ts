/**
 * Finds what makes an engine that backtracks slow: texts that a repetition can match in many ways
 * (Weber and Seidl, "On the degree of ambiguity of finite automata", 1991). Sound for what it reports
 * but for tails that always match; not complete.
 */
import type { Regex, Repeat } from './ast.ts';
import { type ByteSet, noByte } from './byte-set.ts';
import { type Positions, positionsOf } from './positions.ts';

export type Ambiguity = {
  readonly degree: 'Exponential' | 'Polynomial';
  readonly loop: Repeat;
};

/** Pairs looked at before the search gives up. */
const MAX_STEPS = 200_000;

export function findAmbiguity(regex: Regex): Ambiguity | undefined {
  const positions = positionsOf(regex.root);
  if (positions === undefined) return undefined;
  const exponential = exponentialLoop(positions);
  if (exponential !== undefined) return { degree: 'Exponential', loop: exponential };
  const polynomial = polynomialLoop(positions);
  return polynomial && { degree: 'Polynomial', loop: polynomial };
}

/** Two ways from a position back to itself over the same text. */
function exponentialLoop(positions: Positions): Repeat | undefined {
  const { loops, sets } = positions;
  const start = sets.findIndex((_, at) => loops[at] !== undefined && isExponential(positions, at));
  return start === -1 ? undefined : loops[start];
}

function isExponential(positions: Positions, start: number): boolean {
  const { doubled, sets } = positions;
  const loop = positions.loops[start];
  if (canStopAt(positions, start)) return false;
  if (doubled[start]?.has(start) === true) return true;
  const key = (left: number, right: number): number => left * sets.length + right;
  const seen = new Set([key(start, start)]);
  const queue: (readonly [left: number, right: number, isSplit: boolean])[] = [
    [start, start, false],
  ];
  for (let at = 0; at < queue.length && at < MAX_STEPS; at += 1) {
    const [left, right, isSplit] = queue[at] ?? [start, start, false];
    for (const nextLeft of followersOf(positions, left, loop)) {
      for (const nextRight of followersOf(positions, right, loop)) {
        if (!overlap(sets[nextLeft], sets[nextRight])) continue;
        const split =
          isSplit ||
          nextLeft !== nextRight ||
          (left === right && doubled[left]?.has(nextLeft) === true);
        if (split && nextLeft === start && nextRight === start) return true;
        const next = key(nextLeft, nextRight) * 2 + (split ? 1 : 0);
        if (nextLeft > nextRight || seen.has(next)) continue;
        seen.add(next);
        queue.push([nextLeft, nextRight, split]);
      }
    }
    if (queue.length > MAX_STEPS) return false;
  }
  return false;
}

function followersOf(
  { follow, loops }: Positions,
  position: number,
  loop: Repeat | undefined,
): readonly number[] {
  return [...(follow[position] ?? [])].filter((next) => loops[next] === loop);
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

function overlap(left: ByteSet | undefined, right: ByteSet | undefined): boolean {
  return intersection(left ?? noByte, right ?? noByte).length > 0;
}

function intersection(left: ByteSet, right: ByteSet): ByteSet {
  return left.flatMap(([from, to]) =>
    right
      .filter(([first, last]) => first <= to && last >= from)
      .map(([first, last]) => [Math.max(first, from), Math.min(last, to)] as const),
  );
}
