/** Returns the texts that multiMatch tests: the value, and the result of each transformation that changes it. */
import type { ByteString } from '../bytes/byte-string.ts';
import type { Transformation } from './transformation.ts';

export function everyStage(
  value: ByteString,
  transformations: readonly Transformation[],
): readonly ByteString[] {
  const stages = [value];
  let current = value;
  for (const transformation of transformations) {
    const next = transformation(current);
    if (next !== current) stages.push(next);
    current = next;
  }
  return stages;
}
