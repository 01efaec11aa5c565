/** Converts texts of requests to values of attributes: characters instead of bytes, with limited length. */
import type { ByteString } from '../../engine/bytes/byte-string.ts';
import { showBytes } from '../../engine/log/json-text.ts';

/** Most bytes of a text from the client. */
const MAX_TEXT = 2048;

/** Characters other than printable ASCII, and the backslash. */
const SPECIAL = /[^ -[\]-~]/;

export function shown(value: ByteString): string {
  return SPECIAL.test(value) ? showBytes(value) : value;
}

export function cut(value: ByteString): ByteString {
  return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}...` : value;
}
