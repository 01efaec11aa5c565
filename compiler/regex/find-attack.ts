/** An expression -> a text that costs a backtracking engine dearly, measured; or nothing, whatever it looks like. */
import type { ByteString } from '../../runtime/engine/byte-string.ts';
import { memoizeByObject } from '../memoize.ts';
import type { Bytes, Node, Regex, Repeat } from './ast.ts';
import { pickByte } from './byte-set.ts';
import { childrenOf } from './children-of.ts';
import { stepCounter } from './count-steps.ts';
import { type Ambiguity, findAmbiguity } from './find-ambiguity.ts';

export type Attack = {
  readonly degree: Ambiguity['degree'];
  readonly loop: Repeat;
  /** The text is `start`, `pump` as often as one likes, and `end`, which lets the attempt fail. */
  readonly start: ByteString;
  readonly pump: ByteString;
  readonly end: ByteString;
  /** Steps of one attempt with so many pumps: fewer, then more. */
  readonly measured: readonly [Measurement, Measurement];
};

export type Measurement = { readonly pumps: number; readonly steps: number };

export const findAttack = memoizeByObject((regex: Regex): Attack | undefined => {
  const ambiguity = findAmbiguity(regex);
  return ambiguity && prove(regex, ambiguity);
});

/** How often the pump is repeated, and how much the steps must grow from each to the next. */
type Scale = {
  readonly degree: Ambiguity['degree'];
  readonly pumps: readonly [number, number, number];
  readonly growth: number;
};

/** Four pumps more are four times the steps (polynomials: less than twice); twice the pumps nearly four times. */
const SCALES: readonly Scale[] = [
  { degree: 'Exponential', pumps: [8, 12, 16], growth: 4 },
  { degree: 'Polynomial', pumps: [32, 64, 128], growth: 2.8 },
];

/** One of them is mostly what nothing behind the loop accepts. */
const ENDS = ['!', '\0', '\n', 'x', '', '"', ' ', '\xff', '0'];

const MAX_STEPS = 1_000_000;

function prove(regex: Regex, { degree, loop, witness }: Ambiguity): Attack | undefined {
  const start = (textBefore(regex.root, witness.node) ?? '') + witness.first;
  const count = stepCounter(regex);
  const { pump } = witness;
  for (const scale of SCALES) {
    if (degree === 'Polynomial' && scale.degree === 'Exponential') continue;
    for (const end of ENDS) {
      const steps = (pumps: number): number => count(start + pump.repeat(pumps) + end, MAX_STEPS);
      const [few, more, most] = scale.pumps;
      const [low, middle, high] = [steps(few), steps(more), steps(most)];
      const grows =
        middle >= low * scale.growth && (high > MAX_STEPS || high >= middle * scale.growth);
      if (!grows) continue;
      const measured = [
        { pumps: few, steps: low },
        { pumps: more, steps: middle },
      ] as const;
      return { degree: scale.degree, loop, start, pump, end, measured };
    }
  }
  return undefined;
}

/** A short text that matches what stands before `target`; undefined: it is not in `node`. */
function textBefore(node: Node, target: Bytes): ByteString | undefined {
  if (node === target) return '';
  let before = '';
  for (const child of childrenOf(node)) {
    const inside = textBefore(child, target);
    if (inside !== undefined) return before + inside;
    if (node.kind === 'Sequence') before += shortest(child);
  }
  return undefined;
}

/** The shortest text that the node matches, conditions aside. */
function shortest(node: Node): ByteString {
  switch (node.kind) {
    case 'Bytes':
      return String.fromCharCode(pickByte(node.set) ?? 0);
    case 'Sequence':
      return node.items.map(shortest).join('');
    case 'Alternation':
      return node.alternatives
        .map(shortest)
        .reduce((left, right) => (right.length < left.length ? right : left));
    case 'Repeat':
      return shortest(node.item).repeat(node.min);
    case 'Group':
    case 'Atomic':
      return shortest(node.item);
    default:
      return '';
  }
}
