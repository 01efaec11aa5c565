/**
 * Expresses atomic groups and possessive quantifiers with nodes that every back end has. `\s++` takes as many as
 * there are, as in PCRE2: the same as `\s+` with no `\s` after it.
 */
import type { Bytes, Node, Repeat } from './ast.ts';

/** Returns a node for `(?>item)`; an Atomic node only when no simpler one is equivalent. */
export function makeAtomic(item: Node, start: number, end: number): Node {
  return withoutBacktracking(item) ?? { kind: 'Atomic', item, start, end };
}

function withoutBacktracking(node: Node): Node | undefined {
  if (isFixed(node)) return node;
  if (node.kind === 'Sequence' && node.items.length === 1 && node.items[0] !== undefined) {
    return withoutBacktracking(node.items[0]);
  }
  if (node.kind === 'Group') {
    const item = withoutBacktracking(node.item);
    return item && { ...node, item };
  }
  if (node.kind !== 'Repeat') return undefined;
  if (!node.greedy) {
    return node.min === 0 || isFixed(node.item) ? { ...node, max: node.min } : undefined;
  }
  return node.item.kind === 'Bytes' ? takeAll(node, node.item) : undefined;
}

/** Returns whether the node can match in one way only, so that there is nothing to backtrack into. */
function isFixed(node: Node): boolean {
  switch (node.kind) {
    case 'Bytes':
    case 'Anchor':
    case 'Lookaround':
    case 'BackReference':
    case 'Atomic':
      return true;
    case 'Sequence':
      return node.items.every(isFixed);
    case 'Group':
      return isFixed(node.item);
    case 'Repeat':
      return node.min === node.max && isFixed(node.item);
    case 'Alternation':
      return false;
  }
}

/** Returns `b{2,5}+` as `b{5}|b{2,4}(?!b)`; without an upper limit as `b{2,}(?!b)`. */
function takeAll(repeat: Repeat, bytes: Bytes): Node {
  const at = { start: repeat.start, end: repeat.end };
  const noMore: Node = {
    kind: 'Lookaround',
    direction: 'Lookahead',
    negated: true,
    item: bytes,
    ...at,
  };
  const thenNoMore = (node: Node): Node => ({ kind: 'Sequence', items: [node, noMore], ...at });
  const { min, max } = repeat;
  if (max === undefined) return thenNoMore(repeat);
  if (max <= min) return repeat;
  const full: Node = { ...repeat, min: max };
  const fewer: Node = { ...repeat, max: max - 1 };
  return { kind: 'Alternation', alternatives: [full, thenNoMore(fewer)], ...at };
}
