/** Returns the nodes directly below a node, in the order of the pattern. */
import type { Node } from './ast.ts';

/** Shared by all leaves, which are most nodes. */
const NONE: readonly Node[] = [];

export function childrenOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'Alternation':
      return node.alternatives;
    case 'Sequence':
      return node.items;
    case 'Repeat':
    case 'Group':
    case 'Lookaround':
    case 'Atomic':
      return [node.item];
    case 'Bytes':
    case 'Anchor':
    case 'BackReference':
      return NONE;
  }
}
