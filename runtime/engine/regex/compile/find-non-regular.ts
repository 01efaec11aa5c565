/** Finds out whether an expression is regular: only then can an automaton run it. */
import type { Atomic, BackReference, Node, Regex } from './ast.ts';

/** Returns the first node that no linear matcher can run; undefined: none. Look-around is regular. */
export function findNonRegular({ root }: Regex): BackReference | Atomic | undefined {
  return nonRegularIn(root);
}

function nonRegularIn(node: Node): BackReference | Atomic | undefined {
  switch (node.kind) {
    case 'BackReference':
    case 'Atomic':
      return node;
    case 'Alternation':
      return firstNonRegular(node.alternatives);
    case 'Sequence':
      return firstNonRegular(node.items);
    case 'Repeat':
    case 'Group':
    case 'Lookaround':
      return nonRegularIn(node.item);
    case 'Bytes':
    case 'Anchor':
      return undefined;
  }
}

function firstNonRegular(nodes: readonly Node[]): BackReference | Atomic | undefined {
  for (const node of nodes) {
    const found = nonRegularIn(node);
    if (found !== undefined) return found;
  }
  return undefined;
}
