/** Derives the bytes that every match of an expression contains, as sets of which it contains a member. */
import type { Node, Regex } from '#engine/regex/compile/ast.ts';
import { type ByteSet, foldCase, union } from '#engine/regex/compile/byte-set.ts';
import { commonness } from './commonness.ts';

/** Returns sets of bytes, rarest first. Every match contains a byte of each set; letters are in both cases. */
export function requiredBytes(regex: Regex): readonly ByteSet[] {
  return requiredIn(regex.root).toSorted((a, b) => commonness(a) - commonness(b));
}

function requiredIn(node: Node): readonly ByteSet[] {
  switch (node.kind) {
    case 'Bytes':
      return [foldCase(node.set)];
    case 'Sequence':
      return node.items.flatMap(requiredIn);
    case 'Alternation':
      return oneOf(node.alternatives.map(requiredIn));
    case 'Repeat':
      return node.min === 0 ? [] : requiredIn(node.item);
    case 'Group':
    case 'Atomic':
      return requiredIn(node.item);
    case 'Anchor':
    case 'Lookaround':
    case 'BackReference':
      return [];
  }
}

/** Returns the union of the rarest sets: each alternative contains a byte of its own rarest set. */
function oneOf(alternatives: readonly (readonly ByteSet[])[]): readonly ByteSet[] {
  const rarest: ByteSet[] = [];
  for (const sets of alternatives) {
    const [first, ...others] = sets;
    if (first === undefined) return [];
    rarest.push(
      others.reduce((best, set) => (commonness(set) < commonness(best) ? set : best), first),
    );
  }
  return [rarest.reduce(union)];
}
