/** The length of a value. */
import type { Transformation } from './transformation.ts';

/** In bytes, decimal. */
export const length: Transformation = (value) => String(value.length);
