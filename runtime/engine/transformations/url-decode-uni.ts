/** Percent-decoding with the `%uHHHH` of IIS. */
import { readBestFit, usAscii } from './best-fit.ts';
import { decodePercents } from './decode-percents.ts';
import type { Transformation } from './transformation.ts';

/**
 * Decodes as urlDecode does, and `%uHHHH` to one byte: the best fit of the code page, otherwise the ASCII character
 * of a full-width form, otherwise the low byte. The page is 20127.
 */
export const urlDecodeUni: Transformation = createUrlDecodeUni();

/** Returns `urlDecodeUni` with the code page of a map file; undefined: 20127. `entries`: as readBestFit takes them. */
export function createUrlDecodeUni(entries?: string): Transformation {
  const bestFit = entries === undefined ? usAscii : readBestFit(entries);
  const reading = { plus: true, bestFit };
  return (value) => decodePercents(value, reading);
}
