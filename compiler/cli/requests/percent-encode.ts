/** Percent-encoding (RFC 3986 section 2.1) of byte strings. */
import type { ByteString } from '#engine/bytes/byte-string.ts';

/** Encodes everything but the unreserved characters. */
export function percentEncode(text: ByteString): string {
  return text.replace(/[^A-Za-z0-9\-._~]/g, percentByte);
}

/** Returns one byte as `%HH`. */
export function percentByte(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
