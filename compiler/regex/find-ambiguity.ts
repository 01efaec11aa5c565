/**
 * Finds what makes an engine that backtracks slow: texts that a repetition can match in many ways
 * (Weber and Seidl, "On the degree of ambiguity of finite automata", 1991). Sound for what it reports
 * but for tails that always match; not complete.
 */
import type { ByteString } from '../../runtime/engine/byte-string.ts';
import { memoizeByObject } from '../memoize.ts';
import type { Bytes, Regex, Repeat } from './ast.ts';
import { type ByteSet, intersection, noByte, overlap, pickByte } from './byte-set.ts';
import { type Positions, positionsOf } from './positions.ts';

export type Ambiguity = {
  readonly degree: 'Exponential' | 'Polynomial';
  readonly loop: Repeat;
  readonly witness: Witness;
};

/** A text that shows it: what leads to `node`, `first`, then `pump` over and over. */
export type Witness = {
  readonly node: Bytes;
  readonly first: ByteString;
  readonly pump: ByteString;
};

type Found = Pick<Ambiguity, 'loop' | 'witness'>;

/** Pairs of bytes compared before a search gives up. */
const MAX_STEPS = 1_000_000;

export function findAmbiguity(regex: Regex): Ambiguity | undefined {
  return findAmbiguities(regex)[0];
}

/** One of each degree, the worst first. */
export const findAmbiguities = memoizeByObject(({ root }: Regex): readonly Ambiguity[] => {
  const positions = positionsOf(root);
  if (positions === undefined) return [];
  const exponential = exponentialLoop(positions);
  const polynomial = polynomialLoop(positions);
  return [
    ...(exponential === undefined ? [] : [{ degree: 'Exponential', ...exponential } as const]),
    ...(polynomial === undefined ? [] : [{ degree: 'Polynomial', ...polynomial } as const]),
  ];
});

/**
 * Two ways from a position back to itself over the same text. From one position of an endless repetition
 * all its others are reached, so one search tells of all.
 */
function exponentialLoop(positions: Positions): Found | undefined {
  const seen = new Set<Repeat>();
  for (const [start, loop] of positions.loops.entries()) {
    if (loop === undefined || seen.has(loop) || canStopAt(positions, start)) continue;
    seen.add(loop);
    const pump = pumpOf(positions, start);
    const node = positions.nodes[start];
    if (pump === undefined || node === undefined) continue;
    return { loop, witness: { node, first: textOf(node.set), pump } };
  }
  return undefined;
}

/** Two walks over the same text; split: they have taken different ways. */
type Pair = {
  readonly left: number;
  readonly right: number;
  readonly isSplit: boolean;
  /** From the start to here. */
  readonly before: Pair | undefined;
};

/** The text of the two ways; undefined: there is one way only. */
function pumpOf(positions: Positions, start: number): ByteString | undefined {
  const seen = new Set<string>();
  const queue: Pair[] = [{ left: start, right: start, isSplit: false, before: undefined }];
  let steps = 0;
  for (const pair of queue) {
    steps +=
      1 + (positions.follow[pair.left]?.size ?? 0) * (positions.follow[pair.right]?.size ?? 0);
    if (steps > MAX_STEPS) return undefined;
    for (const next of pairsBehind(positions, pair)) {
      if (next.isSplit && next.left === start && next.right === start) {
        return textOfWay(positions, next);
      }
      const key = `${next.left} ${next.right} ${next.isSplit}`;
      if (!seen.has(key)) queue.push(next);
      seen.add(key);
    }
  }
  return undefined;
}

function textOfWay({ sets }: Positions, last: Pair): ByteString {
  let text = '';
  for (let pair = last; pair.before !== undefined; pair = pair.before) {
    text = textOf(intersection(sets[pair.left] ?? noByte, sets[pair.right] ?? noByte)) + text;
  }
  return text;
}

/** A byte of the set. */
function textOf(set: ByteSet): ByteString {
  return String.fromCharCode(pickByte(set) ?? 0);
}

function pairsBehind(positions: Positions, before: Pair): readonly Pair[] {
  const { left, right, isSplit } = before;
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
          before,
        };
      }),
  );
}

function followersInLoop({ follow, loops }: Positions, position: number): readonly number[] {
  return [...(follow[position] ?? [])].filter((next) => loops[next] === loops[position]);
}

/** Two repetitions of one byte, and a way between them over that byte alone. */
function polynomialLoop(positions: Positions): Found | undefined {
  const { follow, loops, nodes, sets } = positions;
  const isLoop = (at: number): boolean => follow[at]?.has(at) === true;
  for (let start = 0; start < sets.length; start += 1) {
    if (!isLoop(start)) continue;
    const end = sharedEnd(positions, start, isLoop);
    const [node, loop] = [nodes[start], end && loops[end.position]];
    if (end === undefined || node === undefined || loop === undefined) continue;
    if (canStopAt(positions, end.position)) continue;
    return { loop, witness: { node, first: '', pump: textOf(end.bytes) } };
  }
  return undefined;
}

function sharedEnd(
  { follow, sets }: Positions,
  start: number,
  isLoop: (at: number) => boolean,
): { readonly position: number; readonly bytes: ByteSet } | undefined {
  const shared = new Map<number, ByteSet>([[start, sets[start] ?? noByte]]);
  for (const [position, bytes] of shared) {
    for (const next of follow[position] ?? []) {
      const both = intersection(bytes, sets[next] ?? noByte);
      if (both.length === 0 || shared.has(next)) continue;
      if (isLoop(next)) return { position: next, bytes: both };
      shared.set(next, both);
    }
  }
  return undefined;
}

/** Where the expression may end it has matched: nothing is tried again. */
function canStopAt({ last, hasAnchor }: Positions, position: number): boolean {
  return last.has(position) && !hasAnchor;
}
