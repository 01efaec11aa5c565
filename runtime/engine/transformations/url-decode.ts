/** Percent-decoding of forms. */
import { decodePercents } from './decode-percents.ts';
import type { Transformation } from './transformation.ts';

const FORM = { plus: true, bestFit: undefined };

/** `%HH` is a byte, `+` a blank, but `%2b` a plus; a `%` without two digits stays. */
export const urlDecode: Transformation = (value) => decodePercents(value, FORM);
