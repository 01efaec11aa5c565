/** Percent-decoding of forms. */
import { decodePercents } from './decode-percents.ts';
import type { Transformation } from './transformation.ts';

const FORM = { plus: true, bestFit: undefined };

/** Decodes `%HH` to a byte and `+` to a blank, but `%2b` to a plus; a `%` without two digits stays. */
export const urlDecode: Transformation = (value) => decodePercents(value, FORM);
