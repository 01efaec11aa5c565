/** Applies transformations to constants with the engine's own functions. */
import * as engine from '#engine/transformations/index.ts';
import type { Transformation } from '#engine/transformations/transformation.ts';
import { createUrlDecodeUni } from '#engine/transformations/url-decode-uni.ts';
import type { TransformationName } from '../language/transformations/index.ts';

const functions: ReadonlyMap<string, Transformation> = new Map(Object.entries(engine));

/** Returns the transformed value. `unicodeMap` is the setting of the program. */
export function transform(
  value: string,
  names: readonly TransformationName[],
  unicodeMap?: string,
): string {
  const functionOf = (name: TransformationName): Transformation | undefined =>
    name === 'urlDecodeUni' && unicodeMap !== undefined
      ? createUrlDecodeUni(unicodeMap)
      : functions.get(name);
  return names.reduce((text, name) => functionOf(name)?.(text) ?? text, value);
}
