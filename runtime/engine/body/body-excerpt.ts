/** How much of a request body outlives its inspection: what logs show of it. */
import type { ByteString } from '../bytes/byte-string.ts';
import { copyText } from '../bytes/copy-text.ts';

/** Bytes: bodies run to 12.5 MB, and a flood of them would fill memory and disk. */
export const BODY_EXCERPT = 65_536;

/** The beginning of a body. */
export function bodyExcerpt(body: ByteString): ByteString {
  return body.length > BODY_EXCERPT ? copyText(body.slice(0, BODY_EXCERPT)) : body;
}
