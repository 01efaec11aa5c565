/** Finds a text that is expensive for a backtracking engine, and proves it by measuring the steps. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Bytes, Node, Regex, Repeat } from '#engine/regex/compile/ast.ts';
import { pickByte } from '#engine/regex/compile/byte-set.ts';
import { childrenOf } from '#engine/regex/compile/children-of.ts';
import { findNonRegular } from '#engine/regex/compile/find-non-regular.ts';
import { memoizeByObject } from '../memoize.ts';
import { stepCounter } from './count-steps.ts';
import { type Ambiguity, findAmbiguities } from './find-ambiguity.ts';

export type Attack = {
  readonly degree: Ambiguity['degree'];
  readonly loop: Repeat;
  /** The text is `start`, any number of `pump`, and `end`, which makes the attempt fail. */
  readonly start: ByteString;
  readonly pump: ByteString;
  readonly end: ByteString;
  /** Steps of one attempt, first with fewer pumps and then with more. */
  readonly measured: readonly [Measurement, Measurement];
};

export type Measurement = { readonly pumps: number; readonly steps: number };

/**
 * Returns an attack, or undefined when none is proved. `degree` is the least degree to search for; searching for
 * polynomial attacks doubles the time. Back-references have their own warning, and their steps are not counted.
 */
export function findAttack(regex: Regex, degree: Ambiguity['degree']): Attack | undefined {
  if (findNonRegular(regex) !== undefined) return undefined;
  const exponential = exponentialAttack(regex);
  return exponential ?? (degree === 'Polynomial' ? polynomialAttack(regex) : undefined);
}

const exponentialAttack = memoizeByObject((regex: Regex) => prove(regex, 'Exponential'));
const polynomialAttack = memoizeByObject((regex: Regex) => prove(regex, 'Polynomial'));

/** The numbers of pumps, and the factor by which the steps must grow from each to the next. */
type Scale = { readonly pumps: readonly [number, number, number]; readonly growth: number };

/**
 * Exponential: four more pumps multiply the steps by four, more than any power below the fifth does. Polynomial: twice
 * the pumps nearly quadruple them.
 */
const SCALES: Readonly<Record<Ambiguity['degree'], Scale>> = {
  Exponential: { pumps: [6, 10, 14], growth: 4 },
  Polynomial: { pumps: [32, 64, 128], growth: 2.8 },
};

/** Texts that nothing after the loop accepts; usually one of them works. */
const ENDS = ['!', '\0', '\n', 'x', ''];

/** The limit of counted steps. */
export const MAX_STEPS = 200_000;

/** Measures each witness, because an ambiguity that seems exponential may be only polynomial. */
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

/** Returns the first two measurements; undefined when the steps do not grow as `growth` requires. */
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

/** Returns a short text that matches the part before `target`; undefined when `target` is not in `node`. */
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

/** Returns the shortest text that the node matches, without regard to assertions. */
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
