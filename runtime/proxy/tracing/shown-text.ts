/** Texts of requests as attributes of spans have them: characters, and not too many. */
import type { ByteString } from '../../engine/bytes/byte-string.ts';
import { showBytes } from '../../engine/log/json-text.ts';

/** Bytes of a text from the client. */
const MAX_TEXT = 2048;

/** Whatever is more than itself as a character. */
const SPECIAL = /[^ -[\]-~]/;

export function shown(value: ByteString): string {
  return SPECIAL.test(value) ? showBytes(value) : value;
}

export function cut(value: ByteString): ByteString {
  return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}...` : value;
}
