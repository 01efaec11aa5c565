/** Decides which transformations must be computed to know whether a precondition holds. */
import { byteClassesOf } from '#engine/bytes/byte-classes.ts';
import type { PrefilterClause, Test } from '../3-specialize/program.ts';
import {
  type TransformationName,
  transformationRecord,
} from '../language/transformations/index.ts';

/**
 * Returns the transformations of the test without those at the end whose results cannot meet the precondition unless
 * their values do: the result of `t:normalizePath` has no literal without a slash that its value has not. `clause`: that
 * of the rule.
 */
export function decisiveTransformations(
  { transformations, needs }: Pick<Test, 'transformations' | 'needs'>,
  clause: PrefilterClause | undefined,
): readonly TransformationName[] {
  const byteClasses = needs.reduce((all, need) => all | need, clause?.byteClasses ?? 0);
  const literals = clause?.literals ?? [];
  const last = transformations.findLastIndex(
    (each) => mayAddClass(each, byteClasses) || mayAddLiteral(each, literals),
  );
  return transformations.slice(0, last + 1);
}

/** Returns whether the result may have a byte of the classes when the value has none. */
function mayAddClass(transformation: TransformationName, byteClasses: number): boolean {
  const { adds } = transformationRecord(transformation);
  if (adds === undefined) return true;
  return adds.some(
    ({ bytes }) => bytes === undefined || (byteClassesOf(bytes) & byteClasses) !== 0,
  );
}

/** Returns whether the result may have one of the literals when the value has none. */
function mayAddLiteral(transformation: TransformationName, literals: readonly string[]): boolean {
  const { separators } = transformationRecord(transformation);
  if (separators === undefined) return literals.length > 0;
  return literals.some((literal) => [...separators].some((byte) => literal.includes(byte)));
}
