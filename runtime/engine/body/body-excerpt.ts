/** The part of a request body that stays in memory for logs after the inspection. */
import type { ByteString } from '../bytes/byte-string.ts';
import { copyText } from '../bytes/copy-text.ts';

/** Bytes. Bodies can have 12.5 MB, and many of them would fill memory and disk. */
export const BODY_EXCERPT = 65_536;

/** Returns the beginning of a body. */
export function bodyExcerpt(body: ByteString): ByteString {
  return body.length > BODY_EXCERPT ? copyText(body.slice(0, BODY_EXCERPT)) : body;
}
