/** What every match of something has one of, and how often ordinary text has it. */
import type { ByteString } from '../../runtime/engine/bytes/byte-string.ts';
import {
  type ByteSet,
  contains,
  noByte,
  union,
} from '../../runtime/engine/regex/compile/byte-set.ts';
import { commonness, commonnessOfText } from './commonness.ts';

/** One of the literals (lower case, 2 bytes or more; found in any case) or one of the bytes. */
export type Requirement = { readonly literals: readonly ByteString[]; readonly bytes: ByteSet };

/** Nothing has one of these. */
export const impossible: Requirement = { literals: [], bytes: noByte };

export function isImpossible({ literals, bytes }: Requirement): boolean {
  return literals.length === 0 && bytes.length === 0;
}

/** Beyond this, more literals cost a prefilter more than they save. */
const MAX_LITERALS = 512;

/** `texts`: lower case, any length; undefined: the empty one is among them, which everything has. */
export function requirementOf(
  texts: readonly ByteString[],
  other = impossible,
): Requirement | undefined {
  let { bytes } = other;
  const literals = [...other.literals];
  for (const text of texts) {
    if (text.length === 0) return undefined;
    if (text.length === 1) bytes = union(bytes, [[text.charCodeAt(0), text.charCodeAt(0)]]);
    else literals.push(text);
  }
  return { literals: minimal(literals, bytes), bytes };
}

/** What has one of them; of no requirements: nothing has it. */
export function anyOf(requirements: readonly Requirement[]): Requirement {
  const bytes = requirements.reduce((all, one) => union(all, one.bytes), noByte);
  const literals = requirements.flatMap((one) => one.literals);
  return literals.length === 0
    ? { literals, bytes }
    : { literals: minimal(literals, bytes), bytes };
}

/** What has it is found by it. */
export function meets(text: ByteString, { literals, bytes }: Requirement): boolean {
  for (let at = 0; at < text.length; at += 1) {
    if (contains(bytes, text.charCodeAt(at))) return true;
  }
  return literals.some((literal) => text.includes(literal));
}

/** Without literals that are found by the bytes or by another literal. */
function minimal(literals: readonly ByteString[], bytes: ByteSet): readonly ByteString[] {
  const others = [...new Set(literals)].filter((text) => !meets(text, { literals: [], bytes }));
  return others.filter((text) => !others.some((other) => other !== text && text.includes(other)));
}

/** The one that ordinary text has less often; undefined when every text has each of them. */
export function cheaper(
  left: Requirement | undefined,
  right: Requirement | undefined,
): Requirement | undefined {
  const [leftCost, rightCost] = [costOf(left), costOf(right)];
  if (leftCost === 1 && rightCost === 1) return undefined;
  return rightCost < leftCost ? right : left;
}

/** Each literal takes room in the prefilter's tables. */
const ROOM = 5e-5;

/** About how likely an ordinary value has it, at most 1. */
export function costOf(requirement: Requirement | undefined): number {
  if (requirement === undefined || requirement.literals.length > MAX_LITERALS) return 1;
  return requirement.literals.reduce(
    (cost, literal) => Math.min(1, cost + commonnessOfText(literal) + ROOM),
    commonness(requirement.bytes),
  );
}
