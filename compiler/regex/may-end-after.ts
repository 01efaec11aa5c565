/**
 * Finds out whether a match can be complete at the end of a part of the expression, so that nothing there is retried.
 */
import type { Node } from '#engine/regex/compile/ast.ts';
import { childrenOf } from '#engine/regex/compile/children-of.ts';

/**
 * `part` is a node of the expression outside of look-around. Returns false when there is an anchor, because the match
 * may still fail.
 */
export function mayEndAfter(root: Node, part: Node): boolean {
  return !hasAnchor(root) && endsAfter(root, part);
}

function hasAnchor(node: Node): boolean {
  if (node.kind === 'Lookaround') return false;
  return node.kind === 'Anchor' || childrenOf(node).some(hasAnchor);
}

function endsAfter(node: Node, part: Node): boolean {
  if (node === part) return true;
  if (node.kind === 'Lookaround') return false;
  const children = childrenOf(node);
  const index = children.findIndex((child) => endsAfter(child, part));
  if (index === -1) return false;
  return node.kind !== 'Sequence' || children.slice(index + 1).every(isNullable);
}

function isNullable(node: Node): boolean {
  switch (node.kind) {
    case 'Bytes':
      return false;
    case 'Anchor':
    case 'Lookaround':
    case 'BackReference':
      return true;
    case 'Repeat':
      return node.min === 0 || isNullable(node.item);
    case 'Alternation':
      return node.alternatives.some(isNullable);
    default:
      return childrenOf(node).every(isNullable);
  }
}
