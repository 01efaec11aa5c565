/** Transformations of constants, done by the engine's own functions. */
import * as engine from '../../runtime/engine/transformations/index.ts';
import type { TransformationName } from '../language/transformations.ts';

export function transform(value: string, names: readonly TransformationName[]): string {
  return names.reduce((text, name) => engine[name](text), value);
}
