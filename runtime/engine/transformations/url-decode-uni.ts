/** Percent-encoding with the `%uHHHH` of IIS. */
import { decodePercents } from './decode-percents.ts';
import type { Transformation } from './transformation.ts';

const IIS = { plus: true, unicode: true };

/**
 * As urlDecode, and `%uHHHH` is one byte: below 0100 itself, else the ASCII character that Windows
 * puts in its place, else the low byte. The table stops short of 00A0 to 00FF, where code page 20127
 * would give ASCII as well: the public vectors and rules on raw bytes expect the byte.
 */
export const urlDecodeUni: Transformation = (value) => decodePercents(value, IIS);
