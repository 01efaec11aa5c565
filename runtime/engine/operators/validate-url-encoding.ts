/** @validateUrlEncoding. */
import type { ByteString } from '../bytes/byte-string.ts';
import { hasInvalidPercent } from '../transformations/decode-percents.ts';

/** Returns true when some `%` is not followed by two hex digits. */
export function validateUrlEncoding(value: ByteString): boolean {
  return hasInvalidPercent(value);
}
