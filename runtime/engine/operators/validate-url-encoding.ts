/** @validateUrlEncoding. */
import type { ByteString } from '../bytes/byte-string.ts';

/** Returns true when some `%` is not followed by two hex digits. */
export function validateUrlEncoding(value: ByteString): boolean {
  return /%(?![0-9A-Fa-f]{2})/.test(value);
}
