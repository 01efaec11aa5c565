/**
 * Splits an expression whose matches may begin nearly anywhere, such as `(?:[;|&]|\w+=)\s*(?:curl|wget)`, before a
 * part that occurs at few positions of a text: the text is searched for that part first (inner-search.ts). The compiler
 * chooses the part.
 */
import type { Tree } from './automaton-code.ts';

/** The number of items of the expression, a sequence, that come before the rest; 0: it is not split. */
export type Split = number;

/** Returns what a match begins with, and the rest of it. */
export function splitTree(tree: Tree, split: Split): { readonly head: Tree; readonly rest: Tree } {
  const items = itemsOf(tree);
  return { head: sequence(items.slice(0, split)), rest: sequence(items.slice(split)) };
}

/** Returns the items of the expression, one if it is not a sequence. */
export function itemsOf(tree: Tree): readonly Tree[] {
  if (tree.kind === 'Group') return itemsOf(tree.item);
  return tree.kind === 'Sequence' ? tree.items : [tree];
}

function sequence(items: readonly Tree[]): Tree {
  return { kind: 'Sequence', items, nullable: items.every(({ nullable }) => nullable) };
}
