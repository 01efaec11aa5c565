/** Requirements: literals and bytes of which every match contains one, and how often ordinary text contains them. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { type ByteSet, contains, noByte, union } from '#engine/regex/compile/byte-set.ts';
import { commonness, commonnessOfText } from './commonness.ts';

/**
 * A value meets it when it contains one of the literals (lower case, 2 bytes or more; found in any case) or one of the
 * bytes.
 */
export type Requirement = { readonly literals: readonly ByteString[]; readonly bytes: ByteSet };

/** The requirement that no text meets. */
export const impossible: Requirement = { literals: [], bytes: noByte };

export function isImpossible({ literals, bytes }: Requirement): boolean {
  return literals.length === 0 && bytes.length === 0;
}

/** More literals would cost the prefilter more than they save. */
const MAX_LITERALS = 512;

/**
 * Returns the requirement to contain one of `texts` (in lower case, of any length) or to meet `other`. Undefined when
 * one of them is empty, because every value contains the empty text.
 */
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

/** Returns the disjunction of the requirements; without any, the impossible requirement. */
export function anyOf(requirements: readonly Requirement[]): Requirement {
  const bytes = requirements.reduce((all, one) => union(all, one.bytes), noByte);
  const literals = requirements.flatMap((one) => one.literals);
  return literals.length === 0
    ? { literals, bytes }
    : { literals: minimal(literals, bytes), bytes };
}

/** Returns whether every value that contains `text` meets the requirement. */
export function meets(text: ByteString, { literals, bytes }: Requirement): boolean {
  for (let at = 0; at < text.length; at += 1) {
    if (contains(bytes, text.charCodeAt(at))) return true;
  }
  return literals.some((literal) => text.includes(literal));
}

/** Returns the literals without those that contain one of the bytes or another literal. */
function minimal(literals: readonly ByteString[], bytes: ByteSet): readonly ByteString[] {
  const others = [...new Set(literals)].filter((text) => !meets(text, { literals: [], bytes }));
  return others.filter((text) => !others.some((other) => other !== text && text.includes(other)));
}

/** Returns the requirement that ordinary text meets less often; undefined when every text meets both. */
export function cheaper(
  left: Requirement | undefined,
  right: Requirement | undefined,
): Requirement | undefined {
  const [leftCost, rightCost] = [costOf(left), costOf(right)];
  if (leftCost === 1 && rightCost === 1) return undefined;
  return rightCost < leftCost ? right : left;
}

/** Cost of each literal in the tables of the prefilter. */
const ROOM = 5e-5;

/**
 * Returns roughly the probability (0 to 1) that an ordinary value meets the requirement, plus the cost of its literals.
 */
export function costOf(requirement: Requirement | undefined): number {
  if (requirement === undefined || requirement.literals.length > MAX_LITERALS) return 1;
  return requirement.literals.reduce(
    (cost, literal) => Math.min(1, cost + commonnessOfText(literal) + ROOM),
    commonness(requirement.bytes),
  );
}
