/** The captures of a match: TX.0 to TX.9. Few rules read them, so an expression computes them on demand. */
import type { ByteString } from '../bytes/byte-string.ts';

/**
 * Captured texts, or a function that returns the same texts at each call. With `most`, a text of that many bytes or more
 * may be its beginning only.
 */
export type Captures = readonly ByteString[] | ((most?: number) => readonly ByteString[]);

export function capturedTexts(captures: Captures): readonly ByteString[] {
  return typeof captures === 'function' ? captures() : captures;
}
