/** Percent-encoding with the `%uHHHH` of IIS. */
import { readBestFit, usAscii } from './best-fit.ts';
import { decodePercents } from './decode-percents.ts';
import type { Transformation } from './transformation.ts';

/**
 * As urlDecode, and `%uHHHH` is one byte: what the code page puts in its place, else the ASCII character
 * of a full-width form, else the low byte. The page is 20127.
 */
export const urlDecodeUni: Transformation = createUrlDecodeUni();

/** The same with the code page of a map file; undefined: 20127. `entries`: as readBestFit takes them. */
export function createUrlDecodeUni(entries?: string): Transformation {
  const bestFit = entries === undefined ? usAscii : readBestFit(entries);
  const reading = { plus: true, bestFit };
  return (value) => decodePercents(value, reading);
}
