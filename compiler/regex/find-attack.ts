/** An expression -> a text that costs a backtracking engine dearly, measured; or nothing, whatever it looks like. */
import type { ByteString } from '../../runtime/engine/bytes/byte-string.ts';
import type { Bytes, Node, Regex, Repeat } from '../../runtime/engine/regex/compile/ast.ts';
import { pickByte } from '../../runtime/engine/regex/compile/byte-set.ts';
import { childrenOf } from '../../runtime/engine/regex/compile/children-of.ts';
import { findNonRegular } from '../../runtime/engine/regex/compile/find-non-regular.ts';
import { memoizeByObject } from '../memoize.ts';
import { stepCounter } from './count-steps.ts';
import { type Ambiguity, findAmbiguities } from './find-ambiguity.ts';

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

/**
 * `degree`: how bad it must be at least; looking for the lesser evil costs as much again. Back-references
 * have a warning of their own, and their steps are not counted.
 */
export function findAttack(regex: Regex, degree: Ambiguity['degree']): Attack | undefined {
  if (findNonRegular(regex) !== undefined) return undefined;
  const exponential = exponentialAttack(regex);
  return exponential ?? (degree === 'Polynomial' ? polynomialAttack(regex) : undefined);
}

const exponentialAttack = memoizeByObject((regex: Regex) => prove(regex, 'Exponential'));
const polynomialAttack = memoizeByObject((regex: Regex) => prove(regex, 'Polynomial'));

/** How often the pump is repeated, and how much the steps must grow from each to the next. */
type Scale = { readonly pumps: readonly [number, number, number]; readonly growth: number };

/** Four pumps more are four times the steps, which no power below the fifth is; twice the pumps nearly four times. */
const SCALES: Readonly<Record<Ambiguity['degree'], Scale>> = {
  Exponential: { pumps: [6, 10, 14], growth: 4 },
  Polynomial: { pumps: [32, 64, 128], growth: 2.8 },
};

/** One of them is mostly what nothing after the loop accepts. */
const ENDS = ['!', '\0', '\n', 'x', ''];

/** What takes more is not counted any further. */
export const MAX_STEPS = 200_000;

/** What looks exponential may still be polynomial, so that is tried with every witness. */
function prove(regex: Regex, degree: Ambiguity['degree']): Attack | undefined {
  const found = findAmbiguities(regex, degree);
  if (found.length === 0) return undefined;
  const count = stepCounter(regex);
  for (const { loop, witness } of found) {
    const { pump } = witness;
    const start = (textBefore(regex.root, witness.node) ?? '') + witness.first;
    for (const end of ENDS) {
      const steps = (pumps: number): number => count(start + pump.repeat(pumps) + end, MAX_STEPS);
      const measured = measure(SCALES[degree], steps);
      if (measured !== undefined) return { degree, loop, start, pump, end, measured };
    }
  }
  return undefined;
}

/** The first two measurements; undefined: the steps do not grow with the scale. */
function measure(
  { pumps: [few, more, most], growth }: Scale,
  steps: (pumps: number) => number,
): Attack['measured'] | undefined {
  const grows = (from: number, to: number): boolean => to > MAX_STEPS || to >= from * growth;
  const [low, middle] = [steps(few), steps(more)];
  if (low > MAX_STEPS || !grows(low, middle) || !grows(middle, steps(most))) return undefined;
  return [
    { pumps: few, steps: low },
    { pumps: more, steps: middle },
  ];
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
