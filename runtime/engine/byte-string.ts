/**
 * Request data from socket to log: one char per byte, every char code 0 to 255 (latin1).
 * Decoding to UTF-16 before matching would let `%c0%ae` or a raw 0xE9 slip past a byte-oriented rule.
 */
export type ByteString = string;

/** ASCII lower-case, byte by byte. `String.toLowerCase` also folds 0xC0-0xDE, which are bytes here. */
export function lowerAscii(value: ByteString): ByteString {
  return /[A-Z]/.test(value) ? value.replace(/[A-Z]+/g, (run) => run.toLowerCase()) : value;
}
