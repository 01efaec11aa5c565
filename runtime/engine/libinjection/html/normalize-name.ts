/** Normalizes tag and attribute names for comparison (docs/spec/libinjection.md#tags, #attributes). */
import type { ByteString } from '../../bytes/byte-string.ts';

/**
 * Returns the name without NULs, which browsers skip, and in lower case. Native `toLowerCase` is exact here: no
 * latin1 byte above 0x7F lower-cases into ASCII.
 */
export function normalizeName(name: ByteString): ByteString {
  const visible = name.includes('\0') ? name.replaceAll('\0', '') : name;
  return visible.toLowerCase();
}
