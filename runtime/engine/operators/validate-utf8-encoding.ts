/** @validateUtf8Encoding. */
import type { ByteString } from '../bytes/byte-string.ts';
import { isUtf8 } from '../bytes/utf8.ts';

/** Returns true when the value is not valid UTF-8. */
export function validateUtf8Encoding(value: ByteString): boolean {
  return !isUtf8(value);
}
