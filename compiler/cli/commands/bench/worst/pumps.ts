/** Finds what an attacker can repeat: each repetition of an expression, with a prefix that leads to it. */
import type { Random } from '#compiler/seeded-random.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Node, Regex, Repeat } from '#engine/regex/compile/ast.ts';
import { randomMember, shortMember } from './members.ts';

export type Pump = {
  /** Char offset of the repetition in the pattern. */
  readonly index: number;
  /** A text that leads to the repetition. */
  readonly prefix: ByteString;
  /** One iteration; never empty. */
  readonly iteration: ByteString;
  /** A text from the repetition to a match. */
  readonly rest: ByteString;
};

/** Repetitions of fewer iterations cannot take long. */
const MIN_ITERATIONS = 8;
/** The number of iterations in a pump of random iterations. */
const MIXED_ITERATIONS = 12;

/**
 * Returns two pumps for each repetition with many iterations: its shortest iteration, and a sequence of random ones.
 */
export function pumpsOf(regex: Regex, random: Random): readonly Pump[] {
  const pumps: Pump[] = [];
  visit(regex.root, '', '', (repeat, prefix, rest) => {
    const mixed = Array.from({ length: MIXED_ITERATIONS }, () => randomMember(repeat.item, random));
    for (const iteration of [shortMember(repeat.item), mixed.join('')]) {
      if (iteration !== '') pumps.push({ index: repeat.start, prefix, iteration, rest });
    }
  });
  return pumps;
}

type Found = (repeat: Repeat, prefix: ByteString, rest: ByteString) => void;

function visit(node: Node, prefix: ByteString, rest: ByteString, found: Found): void {
  switch (node.kind) {
    case 'Repeat':
      if ((node.max ?? Number.POSITIVE_INFINITY) >= MIN_ITERATIONS) found(node, prefix, rest);
      visit(node.item, prefix, rest, found);
      break;
    case 'Sequence':
      visitItems(node.items, prefix, rest, found);
      break;
    case 'Alternation':
      for (const alternative of node.alternatives) visit(alternative, prefix, rest, found);
      break;
    case 'Group':
    case 'Atomic':
    case 'Lookaround':
      visit(node.item, prefix, rest, found);
      break;
    default:
      break;
  }
}

function visitItems(
  items: readonly Node[],
  prefix: ByteString,
  rest: ByteString,
  found: Found,
): void {
  const members = items.map(shortMember);
  for (const [index, item] of items.entries()) {
    const before = members.slice(0, index).join('');
    const suffix = members.slice(index + 1).join('');
    visit(item, prefix + before, suffix + rest, found);
  }
}
