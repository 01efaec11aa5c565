/** Removes captures where nobody can read them: a group within a negative look-around is never set after it. */
import type { Node } from './ast.ts';
import { childrenOf } from './children-of.ts';

/** Returns the item of a negative look-around without its groups; unchanged when a back-reference within it reads one. */
export function withoutGroups(item: Node): Node {
  const groups = new Set<number>();
  collectGroups(item, groups);
  return groups.size === 0 || readsOneOf(groups, item) ? item : strip(item);
}

function collectGroups(node: Node, groups: Set<number>): void {
  if (node.kind === 'Group') groups.add(node.index);
  for (const child of childrenOf(node)) collectGroups(child, groups);
}

function readsOneOf(groups: ReadonlySet<number>, node: Node): boolean {
  if (node.kind === 'BackReference') return groups.has(node.group);
  return childrenOf(node).some((child) => readsOneOf(groups, child));
}

function strip(node: Node): Node {
  switch (node.kind) {
    case 'Group':
      return strip(node.item);
    case 'Alternation':
      return { ...node, alternatives: node.alternatives.map(strip) };
    case 'Sequence':
      return { ...node, items: node.items.map(strip) };
    case 'Repeat':
    case 'Lookaround':
    case 'Atomic':
      return { ...node, item: strip(node.item) };
    case 'Bytes':
    case 'Anchor':
    case 'BackReference':
      return node;
  }
}
