/** The length of a value. */
import type { Transformation } from './transformation.ts';

/** Returns the length in bytes, as decimal digits. */
export const length: Transformation = (value) => String(value.length);
