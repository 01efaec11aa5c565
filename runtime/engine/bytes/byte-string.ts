/**
 * Request data from socket to log: one char per byte, every char code 0 to 255 (latin1). Decoding to UTF-16 before
 * matching would let `%c0%ae` or a raw 0xE9 slip past a byte-oriented rule.
 */
export type ByteString = string;

/** Bytes from which on V8 searches a text faster than a loop, above all in code that is not compiled yet. */
const LONG_TEXT = 64;

/**
 * Returns the value in ASCII lower case, byte by byte. `String.toLowerCase` also folds 0xC0-0xDE, which are bytes
 * here, so it is used for values without them only.
 */
export function lowerAscii(value: ByteString): ByteString {
  if (value.length >= LONG_TEXT) return lowerLong(value);
  let hasUpper = false;
  for (let index = 0; index < value.length; index += 1) {
    const byte = value.charCodeAt(index);
    if (byte >= 0x80) return lowerLong(value);
    if (byte >= 0x41 && byte <= 0x5a) hasUpper = true;
  }
  return hasUpper ? value.toLowerCase() : value;
}

function lowerLong(value: ByteString): ByteString {
  if (!/[A-Z]/.test(value)) return value;
  return /[\xc0-\xde]/.test(value) ? lowerRuns(value) : value.toLowerCase();
}

/** Returns whether the value in ASCII lower case is `lower`, without making it. */
export function equalsLowered(value: ByteString, lower: ByteString): boolean {
  if (value.length !== lower.length) return false;
  for (let index = 0; index < value.length; index += 1) {
    const byte = value.charCodeAt(index);
    const lowered = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
    if (lowered !== lower.charCodeAt(index)) return false;
  }
  return true;
}

/** Lowers what is between the bytes that `String.toLowerCase` changes but are no ASCII letters. */
function lowerRuns(value: ByteString): ByteString {
  return value.replace(/[A-Z][^\xc0-\xde]*/g, (run) => run.toLowerCase());
}
