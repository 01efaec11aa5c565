/** Strings to try an expression on: members made from its AST, near misses, noise. */
import fc from 'fast-check';
import type { Node, Regex } from '#engine/regex/compile/ast.ts';
import { membersOf } from '#engine/regex/compile/byte-set.ts';

/** Bytes that decide about anchors, boundaries and the usual classes, before any other byte. */
const noiseByte = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...'aZ0_ \n\r;=(<\'"/\\\xe9\x00') },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
  },
);
const noise = fc.string({ unit: noiseByte, maxLength: 8 });

/** Mixed subjects for `regex`; lengths stay in the low hundreds. */
export function subjectOf(regex: Regex): fc.Arbitrary<string> {
  const member = memberOf(regex.root);
  return fc.oneof(
    member,
    fc.tuple(noise, member, noise).map((parts) => parts.join('')),
    fc.tuple(member, member).map((parts) => parts.join('')),
    fc.tuple(member, fc.nat(), fc.nat({ max: 2 }), noiseByte).map(nearMiss),
    noise,
  );
}

/** One byte dropped, changed or added. */
function nearMiss([member, place, change, byte]: readonly [
  string,
  number,
  number,
  string,
]): string {
  const at = place % (member.length + 1);
  return (
    member.slice(0, at) + (change === 0 ? '' : byte) + member.slice(change === 2 ? at : at + 1)
  );
}

/** Strings of the expression's language, as far as anchors and look-around allow. */
function memberOf(node: Node): fc.Arbitrary<string> {
  switch (node.kind) {
    case 'Bytes':
      return byteOf(membersOf(node.set));
    case 'Sequence':
      return fc.tuple(...node.items.map(memberOf)).map((parts) => parts.join(''));
    case 'Alternation':
      return fc.oneof(...node.alternatives.map(memberOf));
    case 'Group':
    case 'Atomic':
      return memberOf(node.item);
    case 'Repeat': {
      const maxLength = Math.min(node.max ?? Number.POSITIVE_INFINITY, node.min + 3);
      const parts = fc.array(memberOf(node.item), { minLength: node.min, maxLength });
      return parts.map((turns) => turns.join(''));
    }
    case 'Lookaround':
      return node.negated ? fc.constant('') : fc.oneof(fc.constant(''), memberOf(node.item));
    case 'Anchor':
    case 'BackReference':
      return fc.constant('');
  }
}

function byteOf(members: readonly number[]): fc.Arbitrary<string> {
  if (members.length === 0) return fc.constant('');
  return fc.nat({ max: members.length - 1 }).map((at) => String.fromCharCode(members[at] ?? 0));
}
