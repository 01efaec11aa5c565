/**
 * Finds what makes a backtracking engine slow: texts that a repetition can match in many ways (Weber and Seidl, "On the
 * degree of ambiguity of finite automata", 1991). The search is not complete. What it reports is sound, except where
 * the rest of the expression always matches.
 */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Bytes, Node, Regex, Repeat } from '#engine/regex/compile/ast.ts';
import {
  type ByteSet,
  intersection,
  noByte,
  overlap,
  pickByte,
} from '#engine/regex/compile/byte-set.ts';
import { childrenOf } from '#engine/regex/compile/children-of.ts';
import { memoizeByObject } from '../memoize.ts';
import { mayEndAfter } from './may-end-after.ts';
import { type Positions, positionsOf } from './positions.ts';

export type Ambiguity = {
  readonly degree: 'Exponential' | 'Polynomial';
  readonly loop: Repeat;
  readonly witness: Witness;
};

/** A text that shows the ambiguity: a text that leads to `node`, then `first`, then `pump` repeated. */
export type Witness = {
  readonly node: Bytes;
  readonly first: ByteString;
  readonly pump: ByteString;
};

type Found = Pick<Ambiguity, 'loop' | 'witness'>;

/** The number of pairs of positions that are compared before a search gives up. */
const MAX_STEPS = 1_000_000;

export function findAmbiguity(regex: Regex): Ambiguity | undefined {
  return findAmbiguities(regex)[0];
}

/** Returns one ambiguity of each degree, the worst first. `degree` is the least degree to report. */
export function findAmbiguities(
  regex: Regex,
  degree: Ambiguity['degree'] = 'Polynomial',
): readonly Ambiguity[] {
  const exponential = findExponential(regex);
  const polynomial = degree === 'Polynomial' ? findPolynomial(regex) : undefined;
  return [exponential, polynomial].filter((found) => found !== undefined);
}

/** Examines each repetition separately, because most of a long expression is outside of repetitions. */
const findExponential = memoizeByObject(({ root }: Regex): Ambiguity | undefined => {
  for (const loop of loopsOf(root)) {
    const witness = witnessOf(loop, mayEndAfter(root, loop));
    if (witness !== undefined) return { degree: 'Exponential', loop, witness };
  }
  return undefined;
});

const NONE: readonly Repeat[] = [];

/** Returns the outermost unbounded repetitions, except those of a single byte, whose iterations are unambiguous. */
function loopsOf(node: Node): readonly Repeat[] {
  if (node.kind === 'Bytes' || node.kind === 'Lookaround') return NONE;
  if (node.kind !== 'Repeat' || node.max !== undefined) return childrenOf(node).flatMap(loopsOf);
  return node.item.kind === 'Bytes' ? NONE : [node];
}

/**
 * Searches for two different paths from a position back to itself over the same text. From one position of an unbounded
 * repetition all its other positions can be reached, so one search is enough. Where the expression may end, it has
 * already matched and nothing is retried.
 */
function witnessOf(loop: Repeat, mayStop: boolean): Witness | undefined {
  const positions = positionsOf(loop);
  if (positions === undefined) return undefined;
  const start = positions.nodes.findIndex((_, at) => !(mayStop && positions.last.has(at)));
  const node = positions.nodes[start];
  const pump = pumpOf(positions, start);
  if (node === undefined || pump === undefined) return undefined;
  return { node, first: textOf(node.set), pump };
}

const findPolynomial = memoizeByObject(({ root }: Regex): Ambiguity | undefined => {
  const positions = positionsOf(root);
  const found = positions && polynomialLoop(positions);
  return found && { degree: 'Polynomial', ...found };
});

/** Two paths over the same text. `isSplit` is true when they differ. */
type Pair = {
  readonly left: number;
  readonly right: number;
  readonly isSplit: boolean;
  /** The previous pair on the path from the start. */
  readonly before: Pair | undefined;
};

/** Returns the text of the two paths; undefined when there is only one path. */
function pumpOf(positions: Positions, start: number): ByteString | undefined {
  const seen = new Set<string>();
  const queue: Pair[] = [{ left: start, right: start, isSplit: false, before: undefined }];
  let steps = 0;
  for (const pair of queue) {
    steps +=
      1 + (positions.follow[pair.left]?.size ?? 0) * (positions.follow[pair.right]?.size ?? 0);
    if (steps > MAX_STEPS) return undefined;
    for (const next of pairsAfter(positions, pair)) {
      if (next.isSplit && next.left === start && next.right === start) {
        return textOfPath(positions, next);
      }
      const key = `${next.left} ${next.right} ${next.isSplit}`;
      if (!seen.has(key)) queue.push(next);
      seen.add(key);
    }
  }
  return undefined;
}

function textOfPath({ sets }: Positions, last: Pair): ByteString {
  let text = '';
  for (let pair = last; pair.before !== undefined; pair = pair.before) {
    text = textOf(intersection(sets[pair.left] ?? noByte, sets[pair.right] ?? noByte)) + text;
  }
  return text;
}

/** Returns a byte of the set as text. */
function textOf(set: ByteSet): ByteString {
  return String.fromCharCode(pickByte(set) ?? 0);
}

function pairsAfter(positions: Positions, before: Pair): readonly Pair[] {
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

/** Searches for two repetitions of one byte with a path between them over that byte alone. */
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

/** Returns whether the expression may end at the position: it has then already matched, and nothing is retried. */
function canStopAt({ last, hasAnchor }: Positions, position: number): boolean {
  return last.has(position) && !hasAnchor;
}
