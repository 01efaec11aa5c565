/** Limits texts from clients in access log and spans. */
import type { ByteString } from '#engine/bytes/byte-string.ts';

/** Bytes. */
const MAX_TEXT = 2048;

export function cutText(text: ByteString): ByteString {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}...` : text;
}
