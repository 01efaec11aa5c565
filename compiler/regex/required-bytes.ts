/** Which bytes every match of an expression contains: sets that a text must have a byte of. */
import type { Node, Regex } from './ast.ts';
import { type ByteSet, foldCase, membersOf, union } from './byte-set.ts';

/** Sets, rarest first; every match contains a byte of each, letters in either case. */
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

/** Whatever alternative matches, it has a byte of its rarest set. */
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

/**
 * About how likely an ordinary value is to have a byte of the set, 1 for certain. Rough figures do: they
 * only choose between sets that are all required.
 */
export function commonness(set: ByteSet): number {
  return Math.min(
    1,
    membersOf(set).reduce((sum, byte) => sum + commonnessOfByte(byte), 0),
  );
}

function commonnessOfByte(byte: number): number {
  const char = String.fromCharCode(byte);
  if (/[A-Za-z0-9]/.test(char)) return 0.5;
  if (/[ ./_-]/.test(char)) return 0.25;
  if (/[=&:,;?%]/.test(char)) return 0.08;
  if (/[()"'+]/.test(char)) return 0.05;
  return byte >= 0x80 ? 0.001 : 0.015;
}
