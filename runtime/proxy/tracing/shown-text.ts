/** Converts texts of requests to values of attributes: characters instead of bytes. */
import type { ByteString } from '#engine/bytes/byte-string.ts';
import { showBytes } from '#engine/log/json-text.ts';

/** Characters other than printable ASCII, and the backslash. */
const SPECIAL = /[^ -[\]-~]/;

export function shown(value: ByteString): string {
  return SPECIAL.test(value) ? showBytes(value) : value;
}
