/** Transformations of constants, done by the engine's own functions. */
import * as engine from '../../runtime/engine/transformations/index.ts';
import type { Transformation } from '../../runtime/engine/transformations/transformation.ts';
import type { TransformationName } from '../language/transformations.ts';

const functions: ReadonlyMap<string, Transformation> = new Map(Object.entries(engine));

export function transform(value: string, names: readonly TransformationName[]): string {
  return names.reduce((text, name) => functions.get(name)?.(text) ?? text, value);
}
