/** Generates strings of an expression's language, without regard to anchors and look-around. */
import type { Random } from '#compiler/seeded-random.ts';
import type { ByteString } from '#engine/bytes/byte-string.ts';
import type { Node, Repeat } from '#engine/regex/compile/ast.ts';
import { type ByteSet, membersOf } from '#engine/regex/compile/byte-set.ts';

/** Returns a short member: the first of all choices, and the fewest iterations of each repetition. */
export function shortMember(node: Node): ByteString {
  switch (node.kind) {
    case 'Bytes':
      return visibleByte(node.set);
    case 'Sequence':
      return node.items.map(shortMember).join('');
    case 'Alternation':
      return shortest(node.alternatives.map(shortMember));
    case 'Repeat':
      return shortMember(node.item).repeat(node.min);
    case 'Group':
    case 'Atomic':
      return shortMember(node.item);
    default:
      return '';
  }
}

/** The most iterations of a random member beyond the minimum. */
const MORE_ITERATIONS = 2;

/** Returns a member with random choices. */
export function randomMember(node: Node, random: Random): ByteString {
  switch (node.kind) {
    case 'Bytes': {
      const members = membersOf(node.set);
      return members.length === 0 ? '' : String.fromCharCode(pick(members, random) ?? 0);
    }
    case 'Sequence':
      return node.items.map((item) => randomMember(item, random)).join('');
    case 'Alternation': {
      const chosen = pick(node.alternatives, random);
      return chosen === undefined ? '' : randomMember(chosen, random);
    }
    case 'Repeat':
      return randomIterations(node, random);
    case 'Group':
    case 'Atomic':
      return randomMember(node.item, random);
    default:
      return '';
  }
}

/** Returns a random item of the list; undefined when it is empty. */
export function pick<T>(values: readonly T[], random: Random): T | undefined {
  return values[Math.floor(random() * values.length)];
}

function randomIterations({ item, min, max }: Repeat, random: Random): ByteString {
  const most = Math.min(max ?? Number.POSITIVE_INFINITY, min + MORE_ITERATIONS);
  const iterations = min + Math.floor(random() * (most - min + 1));
  return Array.from({ length: iterations }, () => randomMember(item, random)).join('');
}

/** Returns a printable byte when the set has one, because other bytes cannot be sent in headers. */
function visibleByte(set: ByteSet): ByteString {
  const members = membersOf(set);
  const byte = members.find((member) => member > 0x20 && member < 0x7f) ?? members[0];
  return byte === undefined ? '' : String.fromCharCode(byte);
}

function shortest(texts: readonly ByteString[]): ByteString {
  return texts.reduce((best, text) => (text.length < best.length ? text : best), texts[0] ?? '');
}
