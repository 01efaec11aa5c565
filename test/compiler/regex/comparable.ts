/** How far the translated RegExp can be compared with PCRE's rules. */
import type { Node } from '#engine/regex/compile/ast.ts';

export type Comparable = 'captures' | 'spans' | 'nothing';

/** What JavaScript does as PCRE does: see translateRegex for the two differences. */
export function comparableIn(node: Node): Comparable {
  switch (node.kind) {
    case 'Repeat':
      if (isNullable(node.item) && node.max !== node.min) return 'nothing';
      return node.max !== 1 && hasGroup(node.item) ? 'spans' : comparableIn(node.item);
    case 'Sequence':
      return worst(node.items.map(comparableIn));
    case 'Alternation':
      return worst(node.alternatives.map(comparableIn));
    case 'Group':
    case 'Lookaround':
    case 'Atomic':
      return comparableIn(node.item);
    default:
      return 'captures';
  }
}

function worst(parts: readonly Comparable[]): Comparable {
  if (parts.includes('nothing')) return 'nothing';
  return parts.includes('spans') ? 'spans' : 'captures';
}

function isNullable(node: Node): boolean {
  switch (node.kind) {
    case 'Bytes':
      return false;
    case 'Sequence':
      return node.items.every(isNullable);
    case 'Alternation':
      return node.alternatives.some(isNullable);
    case 'Group':
    case 'Atomic':
      return isNullable(node.item);
    case 'Repeat':
      return node.min === 0 || isNullable(node.item);
    default:
      return true;
  }
}

function hasGroup(node: Node): boolean {
  return JSON.stringify(node).includes('"kind":"Group"');
}
