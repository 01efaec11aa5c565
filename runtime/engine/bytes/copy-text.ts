/** Copies of substrings that outlive the text. */
import type { ByteString } from './byte-string.ts';

/**
 * Returns a copy. V8 keeps a whole string in memory as long as a slice of it is in use; a slice of a concatenation is
 * a copy.
 */
export function copyText(piece: ByteString): ByteString {
  return ` ${piece}`.slice(1);
}
