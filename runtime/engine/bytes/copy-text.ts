/** Pieces of texts that outlive them. */
import type { ByteString } from './byte-string.ts';

/** V8 keeps a whole string in memory for a piece of it; a piece of a joined one is a copy. */
export function copyText(piece: ByteString): ByteString {
  return ` ${piece}`.slice(1);
}
