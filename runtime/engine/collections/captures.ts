/** What a match has captured: TX.0 to TX.9. Few rules read it, so an expression works it out when one does. */
import type { ByteString } from '../bytes/byte-string.ts';

/** The function gives the same texts at each call. */
export type Captures = readonly ByteString[] | (() => readonly ByteString[]);

export function capturedTexts(captures: Captures): readonly ByteString[] {
  return typeof captures === 'function' ? captures() : captures;
}
