/**
 * Splits an expression whose matches may begin nearly anywhere, such as `(?:[;|&]|\w+=)\s*(?:curl|wget)`, before a
 * part that occurs at few positions of a text: the text is searched for that part first (inner-search.ts).
 */
import type { Automaton, Tree } from './automaton-code.ts';
import { type PrefixRows, prefixRows, shareOfPositions } from './prefix-pairs.ts';

/** The number of items of the expression, a sequence, that come before the rest. */
export type Split = number;

/** Where a text is searched: where matches may begin, or, with `split`, where the rest of a match may begin. */
export type SearchStart = { readonly rows: PrefixRows; readonly split: Split | undefined };

/** Share of positions up to which an automaton that reads from them reads little of the text. */
const FEW = 1 / 64;
/** By what factor the rest must be rarer than the whole: a split costs a second automaton. */
const RARER = 4;

/** Returns undefined when nothing is known about the bytes that matches begin with. */
export function searchStart(automaton: Automaton): SearchStart | undefined {
  const tree = automaton.tree();
  const rows = prefixRows(automaton, tree);
  let least = rows === undefined ? 1 : shareOfPositions(rows);
  let best: SearchStart | undefined = rows && { rows, split: undefined };
  if (least <= FEW || automaton.lookarounds.length > 0) return best;
  least /= RARER;
  for (let split = 1; split < itemsOf(tree).length; split += 1) {
    const restRows = prefixRows(automaton, splitTree(tree, split).rest);
    const share = restRows === undefined ? 1 : shareOfPositions(restRows);
    if (restRows === undefined || share >= least) continue;
    least = share;
    best = { rows: restRows, split };
  }
  return best;
}

/** Returns what a match begins with, and the rest of it. */
export function splitTree(tree: Tree, split: Split): { readonly head: Tree; readonly rest: Tree } {
  const items = itemsOf(tree);
  return { head: sequence(items.slice(0, split)), rest: sequence(items.slice(split)) };
}

function itemsOf(tree: Tree): readonly Tree[] {
  if (tree.kind === 'Group') return itemsOf(tree.item);
  return tree.kind === 'Sequence' ? tree.items : [tree];
}

function sequence(items: readonly Tree[]): Tree {
  return { kind: 'Sequence', items, nullable: items.every(({ nullable }) => nullable) };
}
