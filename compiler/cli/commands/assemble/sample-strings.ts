/** Generates strings that an expression matches, and strings that it nearly matches. */
import { type Random, seededRandom } from '#compiler/seeded-random.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Node } from '#engine/regex/compile/ast.ts';

/** Additional repetitions of a part beyond the required ones. */
const MORE = 2;

/**
 * Returns `count` strings along random branches, each unchanged and with one byte removed, replaced or inserted. They
 * depend only on the seed.
 */
export function sampleStrings(root: Node, count: number, seed: number): readonly ByteString[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const text = stringOf(root, random);
    const at = Math.floor(random() * (text.length + 1));
    const other = String.fromCharCode(32 + Math.floor(random() * 95));
    const [before, after] = [text.slice(0, at), text.slice(at)];
    return [text, before + after.slice(1), before + other + after.slice(1), before + other + after];
  }).flat();
}

function stringOf(node: Node, random: Random): ByteString {
  switch (node.kind) {
    case 'Alternation':
      return stringOf(chosen(node.alternatives, random) ?? node, random);
    case 'Sequence':
      return node.items.map((item) => stringOf(item, random)).join('');
    case 'Repeat': {
      const limit = Math.min(node.max ?? node.min + MORE, node.min + MORE);
      const times = node.min + Math.floor(random() * (limit - node.min + 1));
      return Array.from({ length: times }, () => stringOf(node.item, random)).join('');
    }
    case 'Group':
    case 'Atomic':
      return stringOf(node.item, random);
    case 'Lookaround':
      return node.negated ? '' : stringOf(node.item, random);
    case 'Bytes': {
      const range = chosen(node.set, random);
      if (range === undefined) return '';
      return String.fromCharCode(range[0] + Math.floor(random() * (range[1] - range[0] + 1)));
    }
    case 'Anchor':
      return node.position.includes('Word') && random() < 0.5 ? ' ' : '';
    case 'BackReference':
      return '';
  }
}

function chosen<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items[Math.floor(random() * items.length)];
}
